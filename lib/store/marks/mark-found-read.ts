import { randomUUID } from 'node:crypto'
import { actTime } from '#lib/store/ground/act-time.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { markPartRead, type ChangedMarks } from './mark-part-read.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { keepOneTimeSecret } from '#lib/store/accounts/one-time-secrets.ts'
import { changePostings } from './posting-states.ts'
import type { ReaderStream } from '#lib/store/sync/reader-members.ts'
import { listReaderIds, placeOf } from '#lib/store/sync/reader-streams.ts'
import { formatUndoToken } from './undo-token.ts'

/** As many as somebody has starred or labelled. */
const mostSingly = 1_000_000
const patience = { timeout: 60_000 }

/** The time for which a reader app may ask to take back its marks: "the last few minutes" of Fever's text. */
export const recentlyMs = 5 * 60_000

/**
 * Marks what is unread in a stream of a reader app read, as far as it was found up to `foundThrough` (null: stored before
 * this call): what the app has not seen stays unread. What moved is remembered for `unreadRecentlyRead`.
 */
export async function markFoundRead(
  database: Database,
  subscriberId: string,
  stream: ReaderStream,
  foundThrough: Date | null,
  now: number,
): Promise<void> {
  const { _max: newest } = await database.posting.aggregate({ _max: { id: true } })
  const throughId = newest.id ?? 0n
  await database.$transaction(async (transaction) => {
    const changed = await markSources(transaction, subscriberId, stream, { throughId, foundThrough, now })
    if (changed !== null) await rememberMarks(transaction, subscriberId, changed, now)
    await markSingly(transaction, subscriberId, stream, { throughId, foundThrough, now })
    await notify(transaction, { type: 'state', subscriberId, postings: 'many' })
  }, patience)
}

type Reach = { readonly throughId: bigint; readonly foundThrough: Date | null; readonly now: number }

/** By moving the marks of the sources that the stream consists of. */
async function markSources(
  transaction: Transaction,
  subscriberId: string,
  stream: ReaderStream,
  { throughId, foundThrough, now }: Reach,
): Promise<ChangedMarks | null> {
  const place = placeOf(stream)
  if (place === null || stream.kind === 'read') return null
  const isHeard = stream.kind === 'source' ? Prisma.sql`TRUE` : Prisma.sql`NOT u."isMuted"`
  const locked = await transaction.$queryRaw<{ id: number }[]>`
    SELECT u."id" FROM "subscription" u WHERE u."subscriberId" = ${subscriberId} AND ${isHeard} AND ${place}
    ORDER BY u."id" FOR UPDATE`
  return markPartRead(transaction, {
    subscriberId,
    throughId,
    foundThrough,
    time: actTime(now, 0),
    ids: locked.map(({ id }) => id),
    request: { throughId: throughId.toString() },
  })
}

/** Apps keep no undo token: it waits here for the few minutes. Read singly is told by the states themselves. */
async function rememberMarks(
  transaction: Transaction,
  subscriberId: string,
  { marks, unreadIds }: ChangedMarks,
  now: number,
): Promise<void> {
  if (marks.length === 0 && unreadIds.length === 0) return
  const at = new Date(now)
  const secret = { purpose: 'unread-recently', secretHash: randomUUID(), userId: subscriberId } as const
  const times = { createdAt: at, expiresAt: new Date(now + recentlyMs) }
  const value = formatUndoToken({ madeAt: now, marks, unreadIds, readIds: [] })
  await keepOneTimeSecret(transaction, { ...secret, ...times, value }, at)
}

/** The postings that are in the stream by a star, a label or an act of their own. */
async function markSingly(
  transaction: Transaction,
  subscriberId: string,
  stream: ReaderStream,
  { throughId, foundThrough, now }: Reach,
): Promise<void> {
  if (!['starred', 'label', 'kept-unread'].includes(stream.kind)) return
  const unread = await listReaderIds(transaction, subscriberId, {
    streams: [stream],
    within: [],
    without: [{ kind: 'read' }],
    foundFrom: null,
    foundThrough,
    order: 'newest',
    after: throughId + 1n,
    limit: mostSingly,
  })
  if (unread.length === 0) return
  await changePostings(transaction, subscriberId, unread, { isRead: true }, now)
}
