import type { LabFailure, LabPolicy } from '#lib/api/lab.ts'
import type { ShadowedDay } from '#lib/policy/lab/shadow.ts'
import type { Database, Transaction } from './database.ts'
import { labLeaseSeconds } from './lab-runs.ts'
import { readSettingsBetween } from './planning-runs.ts'
import { getSettings } from './settings.ts'
import { comparedAfterMs } from './shadows.ts'

const dayMs = 86_400_000
/** Days that nobody compared, as no aggregator ran, are left out before these. */
const mostBehind = 28
const keptDays = 60
/** A day that ends its process each time would else go on for ever. */
const mostAttempts = 3
const rowsPerStatement = 2_000

/** A day that is to be compared: its midnight (UTC). */
export type ClaimedShadowDay = { readonly id: number; readonly policy: LabPolicy; readonly day: number }

/** Takes up the oldest day not compared yet that can be by now, if no process is at it; null: there is none. */
export async function claimShadowDay(
  database: Database,
  owner: string,
  now: number,
): Promise<ClaimedShadowDay | null> {
  const newest = Math.floor((now - comparedAfterMs) / dayMs) * dayMs
  await giveUp(database, now)
  const rows = await database.$queryRaw<{ id: number; policy: LabPolicy; nextDay: Date }[]>`
    UPDATE "shadow" SET "attempts" = "attempts" + 1, "progress" = 0, "leaseOwner" = ${owner},
      "leaseUntil" = clock_timestamp() + make_interval(secs => ${labLeaseSeconds}),
      "nextDay" = greatest("nextDay", ${new Date(newest - mostBehind * dayMs)})
    WHERE "id" = (
      SELECT "id" FROM "shadow"
      WHERE "isCurrent" AND "nextDay" <= ${new Date(newest)} AND ("leaseUntil" IS NULL OR "leaseUntil" < clock_timestamp())
      LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING "id", "policy", "nextDay"`
  const [row] = rows
  return row === undefined ? null : { id: row.id, policy: row.policy, day: row.nextDay.getTime() }
}

/** A day that took three processes with it is left out, and said so. */
async function giveUp(database: Database, now: number): Promise<void> {
  const rows = await database.$queryRaw<
    { id: number; policy: LabPolicy; nextDay: Date; leaseOwner: string }[]
  >`
    SELECT "id", "policy", "nextDay", "leaseOwner" FROM "shadow"
    WHERE "isCurrent" AND "attempts" >= ${mostAttempts} AND "leaseUntil" < clock_timestamp()`
  for (const { id, policy, nextDay, leaseOwner: owner } of rows) {
    const claimed = { id, policy, day: nextDay.getTime() }
    await recordShadowDay(database, { ...claimed, owner, now }, { failure: 'given-up' })
  }
}

/** Notes how far a day is, and holds on to it. @returns false: it is no longer ours, or its policy no longer on paper */
export async function continueShadowDay(
  database: Database,
  { id, day }: ClaimedShadowDay,
  { owner, progress }: { readonly owner: string; readonly progress: number },
): Promise<boolean> {
  const count = await database.$executeRaw`
    UPDATE "shadow" SET "progress" = ${progress}, "leaseUntil" = clock_timestamp() + make_interval(secs => ${labLeaseSeconds})
    WHERE "id" = ${id} AND "isCurrent" AND "leaseOwner" = ${owner} AND "nextDay" = ${new Date(day)}`
  return count > 0
}

/** Gives a day back that its process cannot finish. */
export async function releaseShadowDay(
  database: Database,
  { id, day }: ClaimedShadowDay,
  owner: string,
): Promise<void> {
  await database.shadow.updateMany({
    where: { id, leaseOwner: owner, nextDay: new Date(day) },
    data: { ...untouched, attempts: { decrement: 1 } },
  })
}

/**
 * Leaves out the day that is being compared, or the one that comes next; the process that is at it hears that with its next
 * `continueShadowDay`. @returns false: it is neither
 */
export async function cancelShadowDay(database: Database, day: number, now: number): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    const rows = await transaction.shadow.updateManyAndReturn({
      where: { isCurrent: true, nextDay: new Date(day) },
      data: { nextDay: new Date(day + dayMs), ...untouched },
      select: { id: true },
    })
    for (const { id } of rows) await storeFailure(transaction, { id, day, now }, 'cancelled')
    return rows.length > 0
  })
}

/** As a day stands that nobody took up. */
const untouched = { attempts: 0, progress: 0, leaseUntil: null, leaseOwner: null } as const

/** A day without figures. */
async function storeFailure(
  transaction: Transaction,
  { id: shadowId, day, now }: { readonly id: number; readonly day: number; readonly now: number },
  failure: LabFailure,
): Promise<void> {
  const inForce = await readSettingsBetween(transaction, day, day + dayMs)
  const { policy: livePolicy } = inForce ?? (await getSettings(transaction))
  const [at, comparedAt] = [new Date(day), new Date(now)]
  await transaction.shadowDay.create({
    data: { shadowId, day: at, comparedAt, failure, livePolicy, replayedFrom: at },
  })
}

/** What came of a day. */
export type ShadowDayResult = ShadowedDay & {
  readonly livePolicy: LabPolicy
  readonly budgetPerDay: number
  readonly sources: number
  readonly allSources: number
  readonly replayedFrom: number
}

/** Stores what came of a day and goes on to the next, unless it is no longer ours. */
export async function recordShadowDay(
  database: Database,
  { id, day, owner, now }: ClaimedShadowDay & { readonly owner: string; readonly now: number },
  outcome: { readonly result: ShadowDayResult } | { readonly failure: LabFailure },
): Promise<void> {
  const key = { shadowId: id, day: new Date(day) }
  await database.$transaction(async (transaction) => {
    const { count } = await transaction.shadow.updateMany({
      where: { id, isCurrent: true, leaseOwner: owner, nextDay: key.day },
      data: { nextDay: new Date(day + dayMs), ...untouched },
    })
    if (count === 0) return
    if ('failure' in outcome) return storeFailure(transaction, { id, day, now }, outcome.failure)
    const about = { ...key, comparedAt: new Date(now) }
    const { bySource, replayedFrom, ...result } = outcome.result
    const data = { ...about, ...result, replayedFrom: new Date(replayedFrom), ...sumsOf(bySource) }
    await transaction.shadowDay.create({ data })
    await storeSources(transaction, key, bySource)
  })
}

async function storeSources(
  transaction: Transaction,
  key: { readonly shadowId: number; readonly day: Date },
  sources: ShadowedDay['bySource'],
): Promise<void> {
  for (let start = 0; start < sources.length; start += rowsPerStatement) {
    const part = sources.slice(start, start + rowsPerStatement)
    // One that was removed meanwhile has no row to belong to.
    const there = await transaction.source.findMany({
      where: { id: { in: part.map(({ sourceId }) => sourceId) } },
      select: { id: true },
    })
    const ids = new Set(there.map(({ id }) => id))
    await transaction.shadowSource.createMany({
      data: part.filter(({ sourceId }) => ids.has(sourceId)).map((source) => ({ ...key, ...source })),
    })
  }
}

function sumsOf(sources: ShadowedDay['bySource']) {
  const sum = (of: (source: ShadowedDay['bySource'][number]) => number) =>
    sources.reduce((total, source) => total + of(source), 0)
  return {
    postings: sum(({ postings }) => postings),
    shadowEarlier: sum(({ shadowEarlier }) => shadowEarlier),
    liveEarlier: sum(({ liveEarlier }) => liveEarlier),
    weightedPostings: sum(({ weight, postings }) => weight * postings),
    weightedLiveMs: sum(({ weight, liveMs }) => weight * liveMs),
    weightedShadowMs: sum(({ weight, shadowMs }) => weight * shadowMs),
    weightedHappenedMs: sum(({ weight, happenedMs }) => weight * happenedMs),
  }
}

/** Ends days that are older than 60, and what was on paper then. */
export async function forgetOldShadows(database: Database, now: number): Promise<void> {
  const before = new Date(now - keptDays * dayMs)
  await database.shadowDay.deleteMany({ where: { day: { lt: before } } })
  await database.shadow.deleteMany({ where: { endedAt: { lt: before } } })
}
