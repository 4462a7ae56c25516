import os from 'node:os'
import { quantileOf } from '#lib/policy/basics/numeric.ts'
import type { Database } from '#lib/store/connection/database.ts'
import type { Manners } from './host-manners.ts'
import { guidOf, windowSize } from '#tests/support/servers/trace-server.ts'
import type { Trace } from '#tests/support/data/trace.ts'
import type { UnrulyWeb } from './unruly-web.ts'

/** A poll as it was stored, with the source's title and host. */
export type StoredPoll = {
  readonly id: bigint
  readonly title: string
  readonly host: string
  readonly outcome: string
  readonly plannedAt: number
  readonly startedAt: number
  readonly finishedAt: number
}

const quietMs = 3 * 3_600_000

/** The polls that began between two instants, in that order. Those after the week asked a web whose time stood still. */
export async function readPolls(database: Database, from: number, until: number): Promise<StoredPoll[]> {
  const rows = await database.poll.findMany({
    where: { startedAt: { gte: new Date(from), lt: new Date(until) } },
    orderBy: { startedAt: 'asc' },
    include: { source: { select: { title: true, hostName: true } } },
  })
  return rows.map(({ id, source, outcome, plannedAt, startedAt, finishedAt }) => ({
    id,
    title: source.title,
    host: source.hostName,
    outcome,
    plannedAt: (plannedAt ?? startedAt).getTime(),
    startedAt: startedAt.getTime(),
    finishedAt: finishedAt.getTime(),
  }))
}

/** Polls whose host nobody had reason to leave alone: what they are late is the machine's doing. Given in order of their beginning. */
export function undisturbed(polls: readonly StoredPoll[]): StoredPoll[] {
  const troubledUntil = new Map<string, number>()
  return polls.filter(({ host, outcome, startedAt, finishedAt }) => {
    const isTroubled = startedAt < (troubledUntil.get(host) ?? 0)
    if (outcome === 'failed' || outcome === 'throttled') troubledUntil.set(host, finishedAt + quietMs)
    return !isTroubled
  })
}

/** The lateness of polls, in milliseconds, ascending. */
export function latenessOf(polls: readonly StoredPoll[]): number[] {
  return polls.map(({ plannedAt, startedAt }) => startedAt - plannedAt).sort((a, b) => a - b)
}

function quantiles(polls: readonly StoredPoll[]): string {
  const late = latenessOf(polls).map((ms) => ms / 1000)
  const at = (part: number) => quantileOf(late, part) ?? 0
  const mean = late.reduce((sum, seconds) => sum + seconds, 0) / late.length
  const parts = [0.5, 0.9, 0.95, 0.99, 1].map((part) => `${100 * part} % ${at(part).toFixed(0)}`)
  return `mean ${mean.toFixed(0)}, ${parts.join(', ')}`
}

/**
 * guids of postings that were visible when a successful poll began, and that neither this poll stored nor one before. A posting is found when it
 * is stored, which may be minutes after its poll by a clock that is so fast: it counts from the end of its poll.
 * @param until the web's time stands still from then on: what was posted later was never served
 */
export function notStored(
  polls: readonly StoredPoll[],
  trace: Trace,
  stored: readonly { readonly guid: string | null; readonly foundAt: Date; readonly pollId: bigint | null }[],
  until: number,
): string[] {
  const endOf = new Map<bigint | null, number>(polls.map(({ id, finishedAt }) => [id, finishedAt]))
  const foundAt = new Map(
    stored.map((posting) => [posting.guid, endOf.get(posting.pollId) ?? posting.foundAt.getTime()]),
  )
  const successful = polls.filter(({ outcome }) => outcome === 'fetched' || outcome === 'not-modified')
  const missing = successful.flatMap(({ title, startedAt, finishedAt }) => {
    const times = trace.get(title) ?? []
    const out = times.findLastIndex((at) => at <= Math.min(startedAt, until)) + 1
    const visible = times.slice(0, out).map((_, index) => guidOf(title, index))
    return visible.slice(-windowSize).filter((guid) => (foundAt.get(guid) ?? Infinity) > finishedAt)
  })
  return [...new Set(missing)]
}

/** Over all postings between two instants; one that was not found by the end waits until then at least. */
export async function meanDelayMs(
  database: Database,
  trace: Trace,
  from: number,
  until: number,
): Promise<{ meanMs: number; postings: number }> {
  const found = new Map<string, number>()
  for (const { guid, foundAt } of await database.posting.findMany({ select: { guid: true, foundAt: true } }))
    found.set(guid ?? '', foundAt.getTime())
  const delays = [...trace].flatMap(([source, times]) =>
    times.flatMap((at, index) =>
      at >= from && at < until ? [Math.min(until, found.get(guidOf(source, index)) ?? until) - at] : [],
    ),
  )
  return { meanMs: delays.reduce((sum, delay) => sum + delay, 0) / delays.length, postings: delays.length }
}

/** Polls that say they brought another number of postings than is stored with them. */
export function wrongCounts(database: Database): Promise<unknown[]> {
  return database.$queryRaw`
    SELECT p."id" FROM "poll" p LEFT JOIN "posting" g ON g."pollId" = p."id"
    GROUP BY p."id" HAVING count(g."id") <> p."newPostings"`
}

/** A run in numbers. */
export function reportText(
  web: UnrulyWeb,
  killed: ReadonlySet<string>,
  polls: readonly StoredPoll[],
  manners: Manners,
): string {
  return [
    `${killed.size} kills, ${web.asked.length} requests, ${web.shown.size} postings shown; load ${os.loadavg()[1]?.toFixed(1)}`,
    `polls: ${countText(polls.map(({ outcome }) => outcome))}`,
    `failing answers: ${countText(web.asked.flatMap(({ fault }) => fault ?? []))}`,
    `${manners.pauses} Retry-After and ${manners.complaints} complaints heard, ${manners.lostWithProcess} lost with a killed process; ${manners.breaches.length} breaches`,
    `late, s: ${quantiles(polls)}; where no poll of the host had failed for 3 h: ${quantiles(undisturbed(polls))}`,
  ].join('\n')
}

function countText(values: readonly string[]): string {
  const counts = [...Map.groupBy(values, (value) => value)]
  return counts.map(([value, all]) => `${value} ${all.length}`).join(', ')
}
