import type { DigestChange, DigestItem, DigestRequest } from '#lib/api/outputs/digests.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import {
  columnsOfPlace,
  placeItemOf,
  placeRelations,
  refusalOfPlace,
  type PlaceRefusal,
  type PlaceRow,
} from '#lib/store/outputs/feed-places.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { nextSlot, type SlotRule } from '#lib/store/hours/slot-times.ts'

/** Of one account: each may be a mail a day. */
export const mostDigests = 20

const related = { ...placeRelations, slots: { orderBy: { slotAt: 'desc' }, take: 1 } } as const

type DigestRow = PlaceRow &
  SlotRule & {
    readonly id: number
    readonly name: string
    readonly mostPostings: number
    readonly isOn: boolean
    readonly nextSlotAt: Date
    readonly slots: readonly {
      readonly slotAt: Date
      readonly outcome: string | null
      readonly postings: number
    }[]
  }

/** A subscriber's digests, by name. */
export async function listDigests(database: Database, subscriberId: string): Promise<DigestItem[]> {
  const rows = await database.digest.findMany({
    where: { subscriberId },
    include: related,
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  })
  return rows.map(toItem)
}

/** Makes a digest of what is shown from now on. */
export async function createDigest(
  database: Database,
  subscriberId: string,
  { place, ...fields }: DigestRequest,
  now: number,
): Promise<DigestItem | PlaceRefusal | 'too-many'> {
  return database.$transaction(async (transaction) => {
    await transaction.$executeRaw`
      SELECT pg_advisory_xact_lock(hashtextextended(${`skylark digests ${subscriberId}`}, 0))`
    if ((await transaction.digest.count({ where: { subscriberId } })) >= mostDigests) return 'too-many'
    const refusal = await refusalOfPlace(transaction, subscriberId, place)
    if (refusal !== null) return refusal
    const times = {
      createdAt: new Date(now),
      coveredAt: new Date(now),
      nextSlotAt: new Date(nextSlot(fields, now)),
    }
    const data = { ...fields, ...columnsOfPlace(place), ...times, subscriberId }
    return toItem(await transaction.digest.create({ data, include: related }))
  })
}

/**
 * Changes what is given. One that is switched on again tells of what is shown from then on. Only another hour or day moves the next
 * issue; one that is due and not made yet stays due, and none comes at an hour whose issue was made.
 */
export async function changeDigest(
  database: Database,
  subscriberId: string,
  id: number,
  { place, ...fields }: DigestChange,
  now: number,
): Promise<DigestItem | PlaceRefusal | 'not-found'> {
  return database.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT 1 FROM "digest" WHERE "id" = ${id} FOR UPDATE`
    const before = await transaction.digest.findFirst({ where: { id, subscriberId } })
    if (before === null) return 'not-found'
    const refusal = place === undefined ? null : await refusalOfPlace(transaction, subscriberId, place)
    if (refusal !== null) return refusal
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    const isBegun = fields.isOn === true && !before.isOn
    const data = {
      ...given,
      ...(place === undefined ? {} : columnsOfPlace(place)),
      ...(isBegun ? { coveredAt: new Date(now) } : {}),
      ...((await movesSlot(transaction, before, given, isBegun, now)) ?? {}),
    }
    return toItem(await transaction.digest.update({ where: { id }, data, include: related }))
  })
}

async function movesSlot(
  transaction: Transaction,
  before: SlotRule & { readonly id: number; readonly isOn: boolean; readonly nextSlotAt: Date },
  given: Partial<SlotRule>,
  isBegun: boolean,
  now: number,
): Promise<{ readonly nextSlotAt: Date } | null> {
  const rule = { ...before, ...given }
  const isSame = (['rhythm', 'weekday', 'hour', 'zone'] as const).every((key) => rule[key] === before[key])
  const isDue = before.isOn && before.nextSlotAt.getTime() <= now
  if (!isBegun && (isSame || isDue)) return null
  const last = await transaction.digestSlot.findFirst({
    where: { digestId: before.id },
    orderBy: { slotAt: 'desc' },
  })
  return { nextSlotAt: new Date(nextSlot(rule, Math.max(now, last?.slotAt.getTime() ?? 0))) }
}

/** False when the subscriber has no digest with that id. */
export async function deleteDigest(database: Database, subscriberId: string, id: number): Promise<boolean> {
  const { count } = await database.digest.deleteMany({ where: { id, subscriberId } })
  return count === 1
}

/** Whose digest it is; null: it is gone. */
export async function findDigestOwner(database: Database, id: number): Promise<string | null> {
  const row = await database.digest.findUnique({ where: { id }, select: { subscriberId: true } })
  return row?.subscriberId ?? null
}

/** Switches a digest off, as its own mails let whoever gets them. Null: it is gone. */
export async function endDigest(
  database: Database | Transaction,
  id: number,
): Promise<{ readonly name: string } | null> {
  const [row] = await database.digest.updateManyAndReturn({ where: { id }, data: { isOn: false } })
  if (row === undefined) return null
  await notify(database, { type: 'account', subscriberId: row.subscriberId })
  return { name: row.name }
}

function toItem(row: DigestRow): DigestItem {
  const { id, name, weekday, hour, zone, mostPostings, isOn, nextSlotAt } = row
  const [last] = row.slots
  return {
    id,
    name,
    weekday,
    hour,
    zone,
    mostPostings,
    isOn,
    place: placeItemOf(row),
    rhythm: row.rhythm === 'weekly' ? 'weekly' : 'daily',
    nextAt: nextSlotAt.toISOString(),
    last: last === undefined ? null : { at: last.slotAt.toISOString(), ...outcomeOf(last) },
  }
}

function outcomeOf({ outcome, postings }: DigestRow['slots'][number]) {
  // written by finishSlot
  return { outcome: (outcome ?? 'under-way') as 'sent' | 'empty' | 'failed' | 'under-way', postings }
}
