import type { Database } from '#lib/store/connection/database.ts'
import { planAll } from '#lib/policy/plan.ts'
import { recordPlanning } from '#lib/store/planning/planning.ts'
import { getSettings, policySettings } from '#lib/store/ground/server-settings.ts'

const dayMs = 86_400_000

export type SourceFacts = {
  readonly name: string
  /** Postings a day over the last 14 days, evenly spread. */
  readonly postingsPerDay: number
  /** Delay of all its postings. */
  readonly delayMs?: number
  readonly subscriberIds: readonly string[]
  readonly lastOutcome?: string
}

/** Sources that have been polled for 14 days, with their postings, under one planning of them all. Returns their ids. */
export async function addPlannedSources(
  database: Database,
  sources: readonly SourceFacts[],
  now: number,
): Promise<number[]> {
  const ids: number[] = []
  for (const facts of sources) ids.push(await addSource(database, facts, now))
  const settings = policySettings(await getSettings(database), 1)
  const planned = sources.flatMap((facts, index) => {
    const sourceId = ids[index]
    if (sourceId === undefined || facts.subscriberIds.length === 0) return []
    const weight = facts.subscriberIds.length
    return [
      {
        sourceId,
        weight,
        postingTimes: timesOf(facts, now),
        knownSince: now - 14 * dayMs,
        windowSize: 20,
        carry: null,
      },
    ]
  })
  const { run, plans } = planAll(planned, settings, now)
  await recordPlanning(database, {
    replacesRunId: null,
    run,
    planned: plans.map((plan) => ({
      plan,
      next: { nextPollAt: now + 60_000, reason: { code: 'withoutBudget', values: {} } },
    })),
    predictedDelayMs: null,
  })
  return ids
}

async function addSource(database: Database, facts: SourceFacts, now: number): Promise<number> {
  const hostName = `${facts.name}.example`
  const polledAt = new Date(now - 60_000)
  const { id } = await database.source.create({
    data: {
      url: `https://${hostName}/feed`,
      title: facts.name,
      host: { connectOrCreate: { where: { name: hostName }, create: { name: hostName } } },
      firstPolledAt: new Date(now - 14 * dayMs),
      lastPolledAt: polledAt,
      lastSuccessAt: polledAt,
      lastOutcome: facts.lastOutcome ?? 'fetched',
      consecutiveFailures: facts.lastOutcome === 'failed' ? 1 : 0,
      lastHttpStatus: 200,
      subscriptions: { create: facts.subscriberIds.map((subscriberId) => ({ subscriberId })) },
    },
    select: { id: true },
  })
  const delayMs = facts.delayMs ?? 60_000
  await database.posting.createMany({
    data: timesOf(facts, now).map((at, index) => ({
      key: `${facts.name}-${index}`,
      title: `${facts.name} ${index}`,
      html: '',
      excerpt: '',
      contentHash: '',
      claimedAt: new Date(at),
      publishedAt: new Date(at),
      foundAt: new Date(at + delayMs),
      shownAt: new Date(at + delayMs),
      isInitial: false,
      sourceId: id,
    })),
  })
  return id
}

function timesOf({ postingsPerDay }: SourceFacts, now: number): number[] {
  const gap = dayMs / postingsPerDay
  const count = Math.floor(14 * postingsPerDay)
  return Array.from({ length: count }, (_, index) => Math.round(now - 14 * dayMs + (index + 0.5) * gap))
}
