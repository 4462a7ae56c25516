import type { SourceWorthAnswer, WorthPoint } from '#lib/api/sources/sources.ts'
import { pollWorth, type PollWorth } from '#lib/policy/poll-worth.ts'
import { figure } from '#lib/policy/basics/reason.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { askedWithin, nextPollOf } from '#lib/store/hosts/next-poll.ts'
import { toPollFacts, toSourcePlan } from '#lib/store/planning/plan-rows.ts'
import { readPopulation, readPriceMemories } from '#lib/store/polling/price-memories.ts'
import { getSettings } from '#lib/store/ground/server-settings.ts'
import { sourcesShowingHours } from '#lib/store/marks/sources-showing-hours.ts'

const hoursOfDay = 24

/**
 * The worth of a poll of a source over the coming day: the live decision over the stored plan, the facts of the last poll, and what is
 * remembered. Null where no price decides. Where few of its readers have reading hours, it is told as if all were always there, so that
 * nobody's hours can be read from it; the next poll alone is the one that is set.
 */
export async function readSourceWorth(
  database: Database,
  sourceId: number,
  now: number,
): Promise<SourceWorthAnswer | null> {
  const source = await database.source.findUnique({
    where: { id: sourceId },
    select: {
      nextPollAt: true,
      nextPollReason: true,
      host: askedWithin.host,
      isPaused: true,
      plan: true,
      polls: { orderBy: [{ finishedAt: 'desc' }, { id: 'desc' }], take: 1 },
    },
  })
  const poll = source?.polls[0]
  if (source === null || poll === undefined || source.plan === null || source.nextPollAt === null) return null
  if (source.isPaused || (await getSettings(database)).isPaused || source.plan.runId === null) return null
  const population = await readPopulation(database, source.plan.runId)
  const memory = (await readPriceMemories(database, [sourceId])).get(sourceId)
  if (population === null || memory === undefined) return null
  const facts = { ...toPollFacts(poll), polledAt: poll.finishedAt.getTime(), priceMemory: memory }
  const heedsHours = (await sourcesShowingHours(database, [sourceId])).has(sourceId)
  const { presence = null, ...planned } = toSourcePlan(source.plan)
  const plan = { ...planned, population, ...(heedsHours && presence !== null && { presence }) }
  const nextPollAt = nextPollOf(source).nextPollAt ?? source.nextPollAt
  const at = { now, nextPollAt: nextPollAt.getTime(), untilAt: now + DAY_MS }
  const worth = pollWorth(plan, facts, at)
  return worth === null ? null : { ...toSourceWorth(worth, facts.polledAt, now), heedsHours }
}

/** Posting-hours as reasons give them, so that both say the same. */
function toSourceWorth(
  worth: PollWorth,
  polledAt: number,
  now: number,
): Omit<SourceWorthAnswer, 'heedsHours'> {
  const hours = (postingDays: number) => figure(postingDays * hoursOfDay)
  const pairs = (points: PollWorth['points']) =>
    points.map(({ at, waiting }): WorthPoint => [at, hours(waiting)])
  return {
    at: new Date(now).toISOString(),
    price: hours(worth.price),
    now: hours(worth.now),
    next: hours(worth.next),
    lastPolledAt: new Date(polledAt).toISOString(),
    polls: worth.polls.map((poll) => new Date(poll).toISOString()),
    points: pairs(worth.points),
    beyond: pairs(worth.beyond),
  }
}
