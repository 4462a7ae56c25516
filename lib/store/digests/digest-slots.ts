import type { FeedPlace } from '#lib/api/outputs/feed-place.ts'
import { parseLanguage, type Language } from '#lib/words/languages.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { feedPlaceOf } from '#lib/store/outputs/feed-places.ts'
import { latestSlot, nextSlot, type SlotRule } from '#lib/store/hours/slot-times.ts'

/** A poll that found something before the hour is stored by then: what is shown up to the hour is complete. */
const settleMs = 60_000

/** An issue that is to be made now, by nobody else. */
export type ClaimedSlot = {
  readonly digestId: number
  readonly slotAt: Date
  /** It tells of what was shown after this, up to slotAt. */
  readonly fromAt: Date
  readonly tries: number
  readonly name: string
  /** Null: its folder, label or view is gone. */
  readonly place: FeedPlace | null
  readonly zone: string
  readonly mostPostings: number
  readonly subscriberId: string
  readonly email: string
  readonly userName: string
  readonly language: Language | null
  /** Not switched off, nor its subscriber locked out, meanwhile; and the address is proved to be theirs. */
  readonly isWanted: boolean
}

/** The time for which somebody has a slot before it counts as lost. */
type Lease = {
  readonly now: number
  readonly leaseMs: number
  /** Digests that are left out. */
  readonly without?: readonly number[]
}

/** One digest could not be looked at: the next look leaves it out. */
export class BrokenDigest extends Error {
  readonly digestId: number

  constructor(digestId: number, cause: unknown) {
    super(`Digest ${digestId} cannot be made.`, { cause })
    this.digestId = digestId
  }
}

async function named<T>(digestId: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new BrokenDigest(digestId, cause)
  }
}

/**
 * Takes an issue that is due: first one that was begun and not finished (tried again), else the latest of the digest that is
 * due longest. The row of the slot is written in the transaction that takes it, so each is made once; of several that were
 * missed while nothing ran, one is made, and tells of all. Null: nothing is due.
 * @throws BrokenDigest
 */
export async function claimSlot(database: Database, lease: Lease): Promise<ClaimedSlot | null> {
  return database.$transaction(async (transaction) => {
    const slot = (await takeAgain(transaction, lease)) ?? (await takeNew(transaction, lease))
    return slot === null ? null : named(slot.digestId, () => describe(transaction, slot))
  })
}

type Slot = {
  readonly digestId: number
  readonly slotAt: Date
  readonly fromAt: Date
  readonly tries: number
}

async function takeAgain(
  transaction: Transaction,
  { now, leaseMs, without = [] }: Lease,
): Promise<Slot | null> {
  const [slot] = await transaction.$queryRaw<Slot[]>`
    UPDATE "digest_slot" SET "tries" = "tries" + 1, "nextTryAt" = ${new Date(now + leaseMs)}
    WHERE ("digestId", "slotAt") = (
      SELECT "digestId", "slotAt" FROM "digest_slot" WHERE "outcome" IS NULL AND "nextTryAt" <= ${new Date(now)}
        AND "digestId" <> ALL(${[...without]}::int[])
      ORDER BY "nextTryAt" LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING "digestId", "slotAt", "fromAt", "tries"`
  return slot ?? null
}

type DueDigest = SlotRule & { readonly id: number; readonly coveredAt: Date; readonly nextSlotAt: Date }

async function takeNew(transaction: Transaction, lease: Lease): Promise<Slot | null> {
  const { now, without = [] } = lease
  const [digest] = await transaction.$queryRaw<DueDigest[]>`
    SELECT d."id", d."rhythm", d."weekday", d."hour", d."zone", d."coveredAt", d."nextSlotAt" FROM "digest" d
    WHERE d."isOn" AND d."nextSlotAt" <= ${new Date(now - settleMs)} AND d."id" <> ALL(${[...without]}::int[])
    ORDER BY d."nextSlotAt" LIMIT 1 FOR UPDATE SKIP LOCKED`
  return digest === undefined ? null : named(digest.id, () => begin(transaction, digest, lease))
}

async function begin(
  transaction: Transaction,
  digest: DueDigest,
  { now, leaseMs }: Lease,
): Promise<Slot | null> {
  const slotAt = new Date(Math.max(digest.nextSlotAt.getTime(), latestSlot(digest, now - settleMs)))
  const { id: digestId, coveredAt: fromAt } = digest
  // One that could not be sent for a whole period: what it had to tell goes with this one.
  await transaction.digestSlot.updateMany({
    where: { digestId, outcome: null },
    data: { outcome: 'failed', finishedAt: new Date(now) },
  })
  await transaction.digest.update({
    where: { id: digestId },
    data: { nextSlotAt: new Date(nextSlot(digest, slotAt.getTime())) },
  })
  const rows = await transaction.digestSlot.createManyAndReturn({
    data: [{ digestId, slotAt, fromAt, nextTryAt: new Date(now + leaseMs) }],
    skipDuplicates: true, // made already: the digest was changed back to an hour that it had today
    select: { digestId: true, slotAt: true, fromAt: true, tries: true },
  })
  return rows[0] ?? null
}

async function describe(transaction: Transaction, slot: Slot): Promise<ClaimedSlot> {
  const digest = await transaction.digest.findUniqueOrThrow({
    where: { id: slot.digestId },
    include: {
      subscriber: { select: { email: true, emailVerified: true, name: true, language: true, banned: true } },
    },
  })
  const { name, zone, mostPostings, subscriberId, subscriber } = digest
  return {
    ...slot,
    name,
    zone,
    mostPostings,
    subscriberId,
    place: feedPlaceOf(digest),
    email: subscriber.email,
    userName: subscriber.name,
    language: parseLanguage(subscriber.language),
    isWanted: digest.isOn && !subscriber.banned && subscriber.emailVerified,
  }
}

/** The end of an issue; with "sent" and "empty" what was shown up to its hour is told. */
export async function finishSlot(
  database: Database,
  { digestId, slotAt }: Pick<ClaimedSlot, 'digestId' | 'slotAt'>,
  outcome: 'sent' | 'empty' | 'failed',
  { postings, now }: { readonly postings: number; readonly now: number },
): Promise<void> {
  await database.$transaction(async (transaction) => {
    await transaction.digestSlot.updateMany({
      where: { digestId, slotAt },
      data: { outcome, postings, finishedAt: new Date(now) },
    })
    if (outcome === 'failed') return
    await transaction.digest.updateMany({
      where: { id: digestId, coveredAt: { lt: slotAt } },
      data: { coveredAt: slotAt },
    })
  })
}

/** Tries an issue again later. */
export async function postponeSlot(
  database: Database,
  { digestId, slotAt }: Pick<ClaimedSlot, 'digestId' | 'slotAt'>,
  nextTryAt: Date,
): Promise<void> {
  await database.digestSlot.updateMany({ where: { digestId, slotAt, outcome: null }, data: { nextTryAt } })
}

/** Issues that ended long ago are forgotten, but for the latest of each digest. */
export async function removeOldSlots(database: Database, before: Date): Promise<number> {
  return database.$executeRaw`
    DELETE FROM "digest_slot" s WHERE s."finishedAt" < ${before} AND EXISTS (
      SELECT 1 FROM "digest_slot" later WHERE later."digestId" = s."digestId" AND later."slotAt" > s."slotAt")`
}
