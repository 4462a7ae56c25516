import type { ReadingHours, ReadingHoursChange } from '#lib/api/accounts/reading-hours.ts'
import { presenceIn } from '#lib/policy/learning/presence.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { localHoursOfWeek } from '#lib/store/hours/local-hours.ts'
import { learnHoursOf } from './learn-reading-hours.ts'
import { notify } from '#lib/store/connection/notify.ts'

const off: ReadingHours = {
  kind: 'off',
  zone: 'UTC',
  given: [],
  learned: null,
  learnedAt: null,
  learnsFrom: null,
}

/** The hours at which a subscriber reads, as far as they may be used. */
export async function getReadingHours(
  database: Database | Transaction,
  subscriberId: string,
): Promise<ReadingHours> {
  const row = await database.readingHours.findUnique({ where: { subscriberId } })
  if (row === null) return off
  const { learned } = row
  return {
    kind: row.kind as ReadingHours['kind'], // written by changeReadingHours
    zone: row.zone,
    given: row.given,
    learned:
      learned === null
        ? null
        : Array.from({ length: localHoursOfWeek }, (_, hour) => presenceIn(learned, hour)),
    learnedAt: row.learnedAt?.toISOString() ?? null,
    learnsFrom: row.learnsFrom?.toISOString() ?? null,
  }
}

/** Changes what is given, learns at once where that is asked for, and keeps nothing learned where it is not. */
export async function changeReadingHours(
  database: Database,
  subscriberId: string,
  change: ReadingHoursChange,
  now: number,
): Promise<ReadingHours> {
  return database.$transaction(async (transaction) => {
    const given = change.given && [...new Set(change.given)].sort((a, b) => a - b)
    const data = { ...change, ...(given && { given }) }
    // Not by `upsert`: that fails when two windows try at the same time.
    await transaction.readingHours.createMany({ data: [{ subscriberId }], skipDuplicates: true })
    const { kind } = await transaction.readingHours.update({ where: { subscriberId }, data })
    if (kind === 'learned') await learnHoursOf(transaction, subscriberId, now)
    else await transaction.readingHours.update({ where: { subscriberId }, data: nothingLearned })
    await notify(transaction, { type: 'account', subscriberId })
    return getReadingHours(transaction, subscriberId)
  })
}

const nothingLearned = { learned: null, learnedAt: null }

/** Deletes what was learned; from now on it is learned anew, as long as that is set. */
export async function forgetReadingHours(
  database: Database,
  subscriberId: string,
  now: number,
): Promise<void> {
  await database.$transaction(async (transaction) => {
    await transaction.readingHours.updateMany({
      where: { subscriberId },
      data: { ...nothingLearned, learnsFrom: new Date(now) },
    })
    await notify(transaction, { type: 'account', subscriberId })
  })
}
