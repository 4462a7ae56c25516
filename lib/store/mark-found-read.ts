import { actTime } from './act-time.ts'
import type { Database, Transaction } from './database.ts'
import { Prisma } from './generated/client.ts'
import { markPartRead } from './mark-part-read.ts'
import { notify } from './notify.ts'
import { changePostings } from './posting-states.ts'
import type { ReaderStream } from './reader-members.ts'
import { listReaderIds, placeOf } from './reader-streams.ts'

/** As many as somebody has starred or labelled. */
const mostSingly = 1_000_000
const patience = { timeout: 60_000 }

/**
 * Marks what is unread in a stream of a reader app read, as far as it was found up to `foundThrough` (null: stored before
 * this call): what the app has not seen stays unread.
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
    await markSources(transaction, subscriberId, stream, { throughId, foundThrough, now })
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
): Promise<void> {
  const place = placeOf(stream)
  if (place === null || stream.kind === 'read') return
  const isHeard = stream.kind === 'source' ? Prisma.sql`TRUE` : Prisma.sql`NOT u."isMuted"`
  const locked = await transaction.$queryRaw<{ id: number }[]>`
    SELECT u."id" FROM "subscription" u WHERE u."subscriberId" = ${subscriberId} AND ${isHeard} AND ${place}
    ORDER BY u."id" FOR UPDATE`
  await markPartRead(transaction, {
    ...{ subscriberId, throughId, foundThrough, time: actTime(now, 0) },
    ids: locked.map(({ id }) => id),
    request: { throughId: throughId.toString() },
  })
}

/** What is in the stream by a star, a label or an act of its own. */
async function markSingly(
  transaction: Transaction,
  subscriberId: string,
  stream: ReaderStream,
  { throughId, foundThrough, now }: Reach,
): Promise<void> {
  if (!['starred', 'label', 'kept-unread'].includes(stream.kind)) return
  const unread = await listReaderIds(transaction, subscriberId, {
    ...{ streams: [stream], within: [], without: [{ kind: 'read' }] },
    ...{ foundFrom: null, foundThrough, order: 'newest', after: throughId + 1n, limit: mostSingly },
  })
  if (unread.length === 0) return
  await changePostings(
    transaction,
    subscriberId,
    unread.map(({ id }) => id),
    { isRead: true },
    now,
  )
}
