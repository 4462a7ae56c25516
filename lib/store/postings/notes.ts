import type { HighlightRequest, PostingNotesAnswer, ShownEditedAt } from '#lib/api/postings/postings.ts'
import { awaitEdits, keptSince } from '#lib/store/ground/act-time.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { againstRemoval, itemJoins, mayRead } from '#lib/store/ground/posting-item.ts'

/** More than anybody marks in one text; each is looked for whenever it is shown. */
export const mostHighlights = 200

type Kept = { readonly subscriberId: string; readonly postingId: bigint }

/** Notes and highlights of the postings; those that have neither are missing. */
export async function findNotes(
  database: Database | Transaction,
  subscriberId: string,
  postingIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, PostingNotesAnswer>> {
  if (postingIds.length === 0) return new Map()
  const where = { subscriberId, postingId: { in: [...postingIds] } }
  const notes = await database.postingNote.findMany({ where, select: { postingId: true, text: true } })
  const highlights = await database.postingHighlight.findMany({
    where,
    select: { id: true, quote: true, before: true, behind: true, postingId: true },
    orderBy: { id: 'asc' },
  })
  const texts = new Map(notes.map(({ postingId, text }) => [postingId, text]))
  const marked = Map.groupBy(highlights, ({ postingId }) => postingId)
  return new Map(
    [...new Set([...texts.keys(), ...marked.keys()])].map((id) => [
      id,
      {
        text: texts.get(id) ?? '',
        highlights: (marked.get(id) ?? []).map(({ postingId: _postingId, ...highlight }) => highlight),
      },
    ]),
  )
}

/** Writes the note of a posting; '' takes it away. Null: the subscriber may not read the posting. */
export async function setNote(
  database: Database,
  kept: Kept,
  text: string,
  now: number,
  shownEditedAt?: ShownEditedAt,
): Promise<PostingNotesAnswer | null> {
  return changeNotes<never>(database, kept, { now, shownEditedAt }, async (transaction) => {
    const row = { text, updatedAt: new Date(now) }
    if (text === '') await transaction.postingNote.deleteMany({ where: kept })
    else
      await transaction.postingNote.upsert({
        where: { subscriberId_postingId: kept },
        create: { ...kept, ...row },
        update: row,
      })
    return undefined
  })
}

/** Marks words of a posting; what is marked in the same place stays as it is. Null: the subscriber may not read it. */
export async function addHighlight(
  database: Database,
  kept: Kept,
  highlight: HighlightRequest,
  now: number,
  shownEditedAt?: ShownEditedAt,
): Promise<PostingNotesAnswer | 'too-many' | null> {
  return changeNotes<'too-many'>(database, kept, { now, shownEditedAt }, async (transaction, createdAt) => {
    const { quote, before, behind } = highlight
    const there = await transaction.postingHighlight.count({ where: { ...kept, quote, before, behind } })
    if (there > 0) return undefined
    if ((await transaction.postingHighlight.count({ where: kept })) >= mostHighlights) return 'too-many'
    await transaction.postingHighlight.create({ data: { ...kept, ...highlight, createdAt } })
    return undefined
  })
}

/** Takes a highlight away; one that is gone already is no mistake. Null: the subscriber may not read the posting. */
export async function removeHighlight(
  database: Database,
  kept: Kept,
  id: number,
  now: number,
): Promise<PostingNotesAnswer | null> {
  return changeNotes<never>(database, kept, { now }, async (transaction) => {
    await transaction.postingHighlight.deleteMany({ where: { ...kept, id } })
    return undefined
  })
}

/** Changes what is kept with a posting and says in its state whether there is anything, in one transaction. */
async function changeNotes<Refusal extends string>(
  database: Database,
  { subscriberId, postingId }: Kept,
  { now, shownEditedAt }: { readonly now: number; readonly shownEditedAt?: ShownEditedAt },
  change: (transaction: Transaction, since: Date) => Promise<Refusal | undefined>,
): Promise<PostingNotesAnswer | Refusal | null> {
  return database.$transaction(async (transaction) => {
    const at = new Date(now)
    await awaitEdits(transaction, [postingId], shownEditedAt)
    // The row is locked to the end: two windows that change the same posting come after each other.
    const [state] = await transaction.$queryRaw<{ postingId: bigint }[]>`
      INSERT INTO "posting_state" ("subscriberId", "postingId", "sourceId", "updatedAt")
      SELECT ${subscriberId}, p."id", p."sourceId", ${at} FROM "posting" p ${itemJoins(subscriberId)}
      WHERE p."id" = ${postingId} AND ${mayRead} ${againstRemoval}
      ON CONFLICT ("subscriberId", "postingId") DO UPDATE SET "updatedAt" = excluded."updatedAt"
      RETURNING "postingId"`
    if (state === undefined) return null
    const [kept] = await transaction.$queryRaw<{ since: Date }[]>`
      SELECT ${keptSince(at, shownEditedAt)} AS "since" FROM "posting" p WHERE p."id" = ${postingId}`
    const since = kept?.since ?? at
    const refusal = await change(transaction, since)
    if (refusal !== undefined) return refusal
    const notes = (await findNotes(transaction, subscriberId, [postingId])).get(postingId) ?? null
    const notedAt = notes === null ? null : since
    await transaction.$executeRaw`
      UPDATE "posting_state" SET "notedAt" = CASE WHEN ${notes !== null} THEN coalesce("notedAt", ${notedAt}::timestamptz) END
      WHERE "subscriberId" = ${subscriberId} AND "postingId" = ${postingId}`
    await notify(transaction, { type: 'state', subscriberId })
    return notes ?? { text: '', highlights: [] }
  })
}
