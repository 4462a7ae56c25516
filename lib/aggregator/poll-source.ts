import { log } from '#lib/log.ts'
import { fetchFeed } from '#lib/feeds/fetch-feed.ts'
import { decideNextPoll } from '#lib/policy/decide.ts'
import { policyVersion } from '#lib/policy/plan.ts'
import { releaseSource, type ClaimedSource } from '#lib/store/claim-due-sources.ts'
import { recordPoll } from '#lib/store/record-poll.ts'
import type { AggregatorContext } from './context.ts'
import { planAtPoll, planWhileFew } from './learn.ts'
import { observe, unstorable, type Observation } from './observe.ts'

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
  const { userAgent, allowedPrivateNetworks } = context
  const answer = await fetchFeed(
    { url: source.url, etag: source.etag, lastModified: source.lastModified, signal },
    { userAgent, allowedPrivateNetworks, now: context.clock.now },
  )
  if (signal?.aborted === true) return releaseSource(context.database, source)
  const finishedAt = context.clock.now()
  try {
    await conclude(
      context,
      source,
      { startedAt, finishedAt },
      await observe(context, source, answer, finishedAt),
    )
  } catch (error) {
    // Left to its lease, a document that cannot be stored would be asked for each minute, for ever.
    log.error('poll-not-stored', { sourceId: source.id, error })
    await conclude(context, source, { startedAt, finishedAt }, unstorable(source))
  }
}

/** Decides when to look again, and stores the poll. */
async function conclude(
  context: AggregatorContext,
  source: ClaimedSource,
  { startedAt, finishedAt }: { readonly startedAt: number; readonly finishedAt: number },
  observation: Observation,
): Promise<void> {
  const newPlan = needsPlan(source)
    ? await planAtPoll(context, source, learnt(observation, finishedAt))
    : null
  const plan = newPlan?.plan ?? source.plan
  if (plan === null) throw new Error(`Source ${source.id} has no plan.`)
  const decision = decideNextPoll(plan, observation.facts, finishedAt)
  const hostFreeAt = Math.max(finishedAt + context.hostSpacingMs, observation.facts.notBefore ?? 0)
  const record = { ...observation, source, startedAt, finishedAt, decision, newPlan, hostFreeAt }
  const kept = await recordPoll(context.database, record)
  log[kept ? 'debug' : 'warn'](kept ? 'polled' : 'lease-lost', {
    sourceId: source.id,
    outcome: observation.outcome,
    newPostings: observation.newPostings.length,
    lateMs: startedAt - source.plannedAt,
  })
  if (kept && source.plan === null) await planWhileFew(context)
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
