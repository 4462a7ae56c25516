import type { Transaction } from './database.ts'

/** At most this many postings of a newly subscribed source start as unread. */
const maxUnreadAtStart = 30

/**
 * The read mark of a new subscription: the newest postings that the source's document still shows are unread, at most
 * 30 of them, older ones read. 0 while no posting is known.
 */
export async function findFirstReadMark(transaction: Transaction, sourceId: number): Promise<bigint> {
  const source = await transaction.source.findUniqueOrThrow({
    where: { id: sourceId },
    select: { windowSize: true },
  })
  const unread = Math.min(maxUnreadAtStart, source.windowSize ?? maxUnreadAtStart)
  const mark = await transaction.posting.findFirst({
    where: { sourceId },
    orderBy: { id: 'desc' },
    skip: unread,
    select: { id: true },
  })
  return mark?.id ?? 0n
}

/**
 * Sets the marks of those who subscribed before the source's first postings were stored. To be called in the
 * transaction that stores them.
 */
export async function setFirstReadMarks(transaction: Transaction, sourceId: number): Promise<void> {
  const readThrough = await findFirstReadMark(transaction, sourceId)
  await transaction.subscription.updateMany({ where: { sourceId, readThrough: 0n }, data: { readThrough } })
}
