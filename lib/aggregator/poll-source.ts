import { log } from '#lib/log.ts'
import { fetchFeed } from '#lib/feeds/fetch-feed.ts'
import { decideNextPoll } from '#lib/policy/decide.ts'
import { policyVersion } from '#lib/policy/plan.ts'
import { releaseSource, type ClaimedSource } from '#lib/store/claim-due-sources.ts'
import { recordPoll } from '#lib/store/record-poll.ts'
import type { AggregatorContext } from './context.ts'
import { planAtPoll, planWhileFew } from './learn.ts'
import { observe, type Observation } from './observe.ts'

/**
 * Polls one claimed source: fetch → read and compare → decide → store, the last in one transaction.
 * A crash on any line leaves the source as it was, but for its lease, which runs out.
 */
export async function pollSource(
  context: AggregatorContext,
  source: ClaimedSource,
  signal?: AbortSignal,
): Promise<void> {
  const startedAt = context.clock.now()
  const answer = await fetchFeed(
    { url: source.url, etag: source.etag, lastModified: source.lastModified, signal },
    {
      userAgent: context.userAgent,
      allowedPrivateNetworks: context.allowedPrivateNetworks,
      now: context.clock.now,
    },
  )
  if (signal?.aborted === true) return releaseSource(context.database, source)
  const finishedAt = context.clock.now()
  const observation = await observe(context, source, answer, finishedAt)
  const newPlan = needsPlan(source)
    ? await planAtPoll(context, source, learnt(observation, finishedAt))
    : null
  const plan = newPlan?.plan ?? source.plan
  if (plan === null) throw new Error(`Source ${source.id} has no plan.`)
  const decision = decideNextPoll(plan, observation.facts, finishedAt)
  const kept = await recordPoll(context.database, {
    ...observation,
    source,
    startedAt,
    finishedAt,
    decision,
    newPlan,
    hostFreeAt: Math.max(finishedAt + context.hostSpacingMs, observation.facts.notBefore ?? 0),
  })
  if (kept && source.plan === null) await planWhileFew(context)
  log[kept ? 'debug' : 'warn'](kept ? 'polled' : 'lease-lost', {
    sourceId: source.id,
    outcome: observation.outcome,
    newPostings: observation.newPostings.length,
    lateMs: startedAt - source.plannedAt,
  })
}

/** Sources without a plan, and those whose weight or policy is not the one they were planned with. */
function needsPlan(source: ClaimedSource): boolean {
  return (
    source.plan === null ||
    source.plan.weight !== source.weight ||
    source.plan.policyVersion !== policyVersion
  )
}

function learnt(observation: Observation, now: number) {
  return {
    postingTimes: observation.newPostings.map((posting) => posting.publishedAt ?? posting.foundAt),
    windowSize: observation.facts.window?.size ?? null,
    now,
  }
}
