import type { FullText } from '#lib/api/postings/postings.ts'
import { excerptLength } from '#lib/documents/read/normalise-entry.ts'
import { excerptOf } from '#lib/documents/html/plain-text.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma, type PostingFullText } from '#lib/store/generated/client.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { isNameOfPage, tellingTitle } from '#lib/documents/identity/telling-title.ts'
import { isSavedPages } from '#lib/store/ground/saved-pages.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'

/** A posting whose page is to be fetched. */
export type WantedFullText = { readonly id: bigint; readonly url: string; readonly tries: number }

/** The result of a try. */
export type FullTextOutcome =
  | { readonly kind: 'text'; readonly html: string; readonly title: string }
  /** The host rests until then; this was no try. */
  | { readonly kind: 'wait'; readonly until: number; readonly message: string }
  | {
      readonly kind: 'failed'
      readonly failureKind: string
      readonly message: string
      /** Trying again would bring the same. */
      readonly isFinal: boolean
      /** The site asks not to be asked before. */
      readonly notBefore?: number
    }

/** Then a posting is given up. */
const mostTries = 3
/** A process that died is not waited for any longer. */
const lostAfterMs = 120_000
/** Pauses after the first failure and the second. */
const pausesMs = [10 * MINUTE_MS, 2 * HOUR_MS] as const

/** A posting found so long ago, or so many later ones of its source, is not fetched unasked. */
const unaskedWithinMs = 3 * DAY_MS
const unaskedPerSource = 20

/**
 * Begins a try for one posting that somebody asks for. Null: its text is there, a try runs, the pause after a failure is
 * not over, or it was given up.
 */
export async function claimFullText(
  database: Database,
  id: bigint,
  now: number,
): Promise<WantedFullText | null> {
  const wanted = Prisma.sql`SELECT p."id" FROM "posting" p WHERE p."id" = ${id} AND p."url" IS NOT NULL`
  const [claimed] = await claim(database, wanted, now)
  return claimed ?? null
}

/**
 * Begins tries for the latest postings of sources that somebody wants whole, the newest first, one for each source. Two
 * processes never get the same one.
 */
export async function claimWantedFullTexts(
  database: Database,
  now: number,
  limit: number,
): Promise<WantedFullText[]> {
  const wanted = Prisma.sql`
      SELECT newest."id" FROM (SELECT DISTINCT "sourceId" FROM "subscription" WHERE "fullText") u
      CROSS JOIN LATERAL (
        SELECT latest."id", latest."foundAt" FROM (
          SELECT p."id", p."foundAt", p."url" FROM "posting" p WHERE p."sourceId" = u."sourceId"
          ORDER BY p."id" DESC LIMIT ${unaskedPerSource}) latest
        LEFT JOIN "posting_full_text" f ON f."postingId" = latest."id"
        WHERE latest."url" IS NOT NULL AND latest."foundAt" > ${new Date(now - unaskedWithinMs)}
          AND (f."postingId" IS NULL OR (f."html" IS NULL AND f."tries" < ${mostTries} AND f."nextTryAt" <= ${new Date(now)}))
        ORDER BY latest."id" DESC LIMIT 1) newest
      ORDER BY newest."foundAt" DESC LIMIT ${limit}`
  return claim(database, wanted, now)
}

/** Begins a try for those of the wanted postings that may be tried now; a try that runs has not failed. */
async function claim(database: Database, wanted: Prisma.Sql, now: number): Promise<WantedFullText[]> {
  return database.$queryRaw<WantedFullText[]>`
    WITH wanted AS (${wanted})
    INSERT INTO "posting_full_text" AS f ("postingId", "tries", "nextTryAt")
    SELECT w."id", 1, ${new Date(now + lostAfterMs)} FROM wanted w
    ON CONFLICT ("postingId") DO UPDATE SET "tries" = f."tries" + 1, "nextTryAt" = excluded."nextTryAt",
        "failureKind" = NULL, "failureMessage" = NULL
      WHERE f."html" IS NULL AND f."tries" < ${mostTries} AND f."nextTryAt" <= ${new Date(now)}
    RETURNING "postingId" AS "id", "tries", (SELECT p."url" FROM "posting" p WHERE p."id" = "postingId") AS "url"`
}

/** After the clock was set back: none waits longer than one does after so many tries. What a host asked for is kept with it. */
export async function mendFullTexts(transaction: Transaction, now: number): Promise<void> {
  const [afterFirst, afterSecond] = pausesMs.map((ms) => new Date(now + ms))
  const latest = Prisma.sql`CASE WHEN "failureKind" IS NULL THEN ${new Date(now + lostAfterMs)}::timestamptz
    WHEN "tries" < 2 THEN ${afterFirst}::timestamptz ELSE ${afterSecond}::timestamptz END`
  await transaction.$executeRaw`
    UPDATE "posting_full_text" SET "nextTryAt" = ${latest} WHERE "html" IS NULL AND "nextTryAt" > ${latest}`
}

/** Stores what a try brought, and tells the windows that show the source. */
export async function recordFullText(
  database: Database,
  { id, tries }: WantedFullText,
  outcome: FullTextOutcome,
  now: number,
): Promise<void> {
  await database.$transaction(async (transaction) => {
    const { count } = await transaction.postingFullText.updateMany({
      where: { postingId: id, html: null, tries },
      data: rowOf(outcome, tries, now),
    })
    if (count === 0) return // another try came first
    if (outcome.kind === 'text')
      await adoptText(transaction, id, { ...outcome, excerpt: excerptOf(outcome.html, excerptLength) })
    const posting = await transaction.posting.findUnique({ where: { id }, select: { sourceId: true } })
    if (posting !== null) await notify(transaction, { type: 'source', sourceId: posting.sourceId })
  })
}

function rowOf(outcome: FullTextOutcome, tries: number, now: number) {
  switch (outcome.kind) {
    case 'text':
      return {
        html: outcome.html,
        fetchedAt: new Date(now),
        failureKind: null,
        failureMessage: null,
        nextTryAt: null,
      }
    case 'wait':
      return {
        tries: tries - 1,
        failureKind: 'resting',
        failureMessage: outcome.message,
        nextTryAt: new Date(outcome.until),
      }
    case 'failed': {
      const pauseMs = outcome.isFinal ? undefined : pausesMs[tries - 1]
      return {
        failureKind: outcome.failureKind,
        failureMessage: outcome.message,
        nextTryAt: pauseMs === undefined ? null : new Date(Math.max(now + pauseMs, outcome.notBefore ?? 0)),
      }
    }
    default:
      return outcome satisfies never
  }
}

/** The full texts of postings as far as they are known; those that nobody asked for are missing. */
export async function findFullTexts(
  database: Database | Transaction,
  ids: readonly bigint[],
  now: number,
): Promise<ReadonlyMap<bigint, FullText>> {
  if (ids.length === 0) return new Map()
  const rows = await database.postingFullText.findMany({ where: { postingId: { in: [...ids] } } })
  return new Map(rows.map((row) => [row.postingId, fullTextOf(row, now)]))
}

function fullTextOf(row: PostingFullText, now: number): FullText {
  const { html, fetchedAt, failureKind, failureMessage, nextTryAt, tries } = row
  if (html !== null) return { kind: 'text', html, fetchedAt: fetchedAt?.toISOString() ?? '' }
  const retryAt = tries < mostTries ? (nextTryAt?.toISOString() ?? null) : null
  if (failureKind === null) {
    const isLost = nextTryAt !== null && nextTryAt.getTime() <= now
    return isLost && tries >= mostTries ? interrupted : { kind: 'loading' }
  }
  return { kind: 'failed', failure: failureKind, message: failureMessage ?? '', retryAt }
}

const interrupted: FullText = {
  kind: 'failed',
  failure: 'broken',
  message: 'The original could not be read to its end.',
  retryAt: null,
}

/**
 * The text that was loaded of a saved page is its own: it is what is shown, searched and exported. A page that came with a
 * text keeps it, and has what was loaded beside it. So does one that came with a title: only a name made of the address gives way.
 */
async function adoptText(
  transaction: Transaction,
  id: bigint,
  text: { readonly title: string; readonly html: string; readonly excerpt: string },
): Promise<void> {
  const { html, excerpt } = text
  const [page] = await transaction.$queryRaw<{ title: string; url: string | null }[]>`
    SELECT p."title", p."url" FROM "posting" p JOIN "source" s ON s."id" = p."sourceId"
    WHERE p."id" = ${id} AND ${isSavedPages} AND p."html" = ''`
  if (page === undefined) return
  const isNamed = page.title !== '' && !isNameOfPage(page.title, page.url)
  const title = tellingTitle(isNamed ? page.title : text.title || page.title, page.url, excerpt)
  await transaction.posting.update({ where: { id }, data: { html, excerpt, title } })
  await transaction.postingFullText.delete({ where: { postingId: id } })
}
