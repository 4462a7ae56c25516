import { randomBytes } from 'node:crypto'
import { log, withLogFields } from '#lib/runtime/log.ts'
import { fetchFeed } from '#lib/documents/fetch/fetch-feed.ts'
import type { FetchResult, Obstacle } from '#lib/documents/door/fetch-types.ts'
import { whyUnavailable } from '#lib/api/http/why-unavailable.ts'
import { decideNextPoll } from '#lib/policy/decide.ts'
import { emptyMemory } from '#lib/policy/learning/memory.ts'
import type { Reason } from '#lib/policy/basics/reason.ts'
import type { SourcePlan } from '#lib/policy/facts/types.ts'
import { policyVersion } from '#lib/policy/basics/version.ts'
import type { HostLesson } from '#lib/policy/schedule/host-patience.ts'
import { postponeSource, releaseSources } from '#lib/store/polling/claim-due-sources.ts'
import { readClaimed, type ClaimedSource } from '#lib/store/polling/claimed-source.ts'
import { recordPoll } from '#lib/store/polling/record-poll.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'
import { latestRun, planWhileFew, replanReplaced } from '#lib/planning/plan-all.ts'
import { fewSources } from '#lib/planning/planning-pays.ts'
import { readAnswer, publishedSince, unstorable, type Observation } from './read-document.ts'
import { planAtPoll } from '#lib/planning/plan-at-poll.ts'
import { askSecured, isSameFeed } from './prove-secured.ts'
import { learnFromPoll } from './learn-from-poll.ts'
import { isRedirect, visitHosts, type Visit } from './visit-host.ts'
import type { PollRecord } from '#lib/store/polling/poll-record.ts'
import type { PriceMemory } from '#lib/policy/learning/learned.ts'
import { memoryAfter } from './memory-after.ts'

type PollOptions = {
  /** Its abort cuts the fetch short; the lease is given back. */
  readonly signal?: AbortSignal
  /** Called when the source was asked and its document read: what is left is to decide and to store. */
  readonly onRead?: () => void
}

/**
 * Polls one claimed source:
 *
 *   claim (pass.ts) → turn at the host (visit-host.ts) → fetch (fetch-feed.ts) → read, compare (read-document.ts)
 *     → remember (memory-after.ts), plan where there is none (plan-at-poll.ts) → learn (learn-from-poll.ts)
 *     → decide (policy/decide.ts) → store (record-poll.ts)
 *
 * The store is one transaction. A crash on any line leaves the source as it was, but for its lease, which ends with the process or runs out.
 */
export function pollSource(
  context: AggregatorContext,
  source: ClaimedSource,
  options: PollOptions = {},
): Promise<void> {
  // One name for the poll from claim to end; its last event has the id by which it is stored, too.
  const poll = randomBytes(6).toString('hex')
  return withLogFields({ poll, sourceId: source.id }, () => pollInTurn(context, source, options))
}

async function pollInTurn(
  context: AggregatorContext,
  source: ClaimedSource,
  { signal, onRead }: PollOptions,
): Promise<void> {
  const startedAt = context.clock.now()
  log.debug('poll-claimed', {
    host: source.hostName,
    owner: source.leaseOwner,
    lateMs: startedAt - source.plannedAt,
  })
  const visit = visitHosts(context, source, signal)
  const obstacle = await visit.begin()
  if (obstacle?.kind === 'wait') return postpone(context, source, obstacle)
  const answer =
    obstacle === null
      ? await askSource(context, source, visit, signal)
      : { ...obstacle, finalUrl: source.url }
  if (signal?.aborted === true) {
    await visit.abandon()
    return releaseSources(context.database, [source])
  }
  const finishedAt = context.clock.now()
  log.debug('poll-fetched', { kind: answer.kind, ms: finishedAt - startedAt })
  const secured = await askSecured(context, source, answer, visit, signal)
  // A pause that the second request is told to make is the host's.
  const heard = secured?.kind === 'throttled' ? secured : answer
  const { lesson: hostLesson, pauseStatus } = await visit.end(heard, finishedAt)
  await readAndStore(
    context,
    { source, answer, secured, hostLesson, pauseStatus, startedAt, finishedAt },
    onRead,
  )
}

/**
 * Polls a source that this process has leased by an answer that its address gave to a search: nobody is asked. The poll is of
 * the instant of that answer, as the server's clock in it is. The lease is given back where the poll fails.
 */
export async function pollByAnswer(
  context: AggregatorContext,
  sourceId: number,
  answer: FetchResult,
  answeredAt: number,
): Promise<void> {
  const { database, clock, owner, leaseMs } = context
  const poll = randomBytes(6).toString('hex')
  const times = { startedAt: answeredAt, finishedAt: answeredAt }
  try {
    const [source] = await readClaimed(database, [sourceId], { owner, now: clock.now(), leaseMs })
    if (source === undefined) return
    await withLogFields({ poll, sourceId }, () =>
      readAndStore(context, { source, answer, secured: null, hostLesson: null, pauseStatus: null, ...times }),
    )
  } catch (error) {
    await database.source.updateMany({
      where: { id: sourceId, leaseOwner: owner },
      data: { leaseUntil: null, leaseOwner: null },
    })
    throw error
  }
}

async function readAndStore(context: AggregatorContext, poll: Poll, onRead?: () => void): Promise<void> {
  const { source, answer, finishedAt } = poll
  try {
    const found = await readAnswer(context, source, answer, finishedAt)
    const { outcome, httpStatus, entries, bytes, newPostings, error } = found
    const read = { outcome, httpStatus, entries, bytes, newPostings: newPostings.length }
    log.debug('poll-parsed', { ...read, error: error?.code })
    onRead?.()
    await conclude(context, poll, found)
  } catch (error) {
    // Not the document's fault, but the database's: what is recorded now would put off the poll that is made when the lease ends.
    if (whyUnavailable(error) !== null) throw error
    // Left to its lease, a document that cannot be stored would be asked for each minute, for ever.
    log.error('poll-not-stored', { error })
    await conclude(context, poll, unstorable(source))
  }
}

/** Leaves a source for later, unasked. */
function postpone(
  { database }: AggregatorContext,
  source: ClaimedSource,
  { until, httpStatus }: Extract<Obstacle, { kind: 'wait' }>,
): Promise<void> {
  const code = httpStatus === null ? 'publisherWantsPause' : 'hostAsksPause'
  log.debug('poll-put-off', { until: new Date(until), code })
  return postponeSource(database, source, until, { code, values: {} })
}

function askSource(
  { userAgent, allowedPrivateNetworks, fetchTimeoutMs: timeoutMs, clock }: AggregatorContext,
  { url, etag, lastModified, lastHttpStatus }: ClaimedSource,
  { mayFollow }: Visit,
  signal: AbortSignal | undefined,
): Promise<FetchResult> {
  return fetchFeed(
    { url, etag, lastModified, hasPaused: isRedirect(lastHttpStatus), signal },
    { userAgent, allowedPrivateNetworks, timeoutMs, now: clock.now, mayFollow },
  )
}

type Poll = {
  readonly source: ClaimedSource
  readonly answer: FetchResult
  /** Of its address over https; null: that was not asked. */
  readonly secured: FetchResult | null
  /** Null: nobody was asked. */
  readonly hostLesson: HostLesson | null
  readonly pauseStatus: number | null
  readonly startedAt: number
  readonly finishedAt: number
}

/** Learns from a poll, decides when to look again, and stores it. */
async function conclude(context: AggregatorContext, poll: Poll, found: Observation): Promise<void> {
  const { source, hostLesson, pauseStatus, startedAt, finishedAt } = poll
  const observation = withoutOutage(source, found, hostLesson)
  const { plan, newPlan, memory, isFirstOfFew } = await learnAndPlan(context, source, observation, finishedAt)
  const { overflowRisk } = source
  const isProved = await provesSecured(context, poll)
  const lesson = learnFromPoll(source, observation, poll.answer, plan, { finishedAt, overflowRisk, isProved })
  const facts = { ...lesson.facts, ...(memory !== null && { priceMemory: memory }) }
  const decision = decideNextPoll(plan, facts, finishedAt)
  const record: PollRecord = {
    source,
    startedAt,
    finishedAt,
    outcome: observation.outcome,
    httpStatus: observation.httpStatus,
    error: observation.error,
    bytes: observation.bytes,
    entries: observation.entries,
    document: observation.document,
    validators: observation.validators,
    pushOffer: observation.pushOffer,
    movedTo: observation.movedTo,
    newPostings: observation.newPostings,
    editedPostings: observation.editedPostings,
    aliases: observation.aliases,
    heldIds: observation.heldIds,
    facts: lesson.facts,
    learning: lesson.learning,
    overlap: lesson.overlap,
    likelyLost: lesson.likelyLost,
    adopted: lesson.adopted,
    hasEnded: lesson.hasEnded,
    decision,
    newPlan,
    hostLesson,
    pauseStatus,
    priceMemory: memory === source.priceMemory ? null : memory,
  }
  const { nextPollAt, reason, policyVersion: decidedBy } = decision
  log.debug('poll-decided', { nextPollAt: new Date(nextPollAt), reason: reason.code, decidedBy })
  const pollId = await recordPoll(context.database, record, context.clock.now)
  if (pollId === null) return log.warn('lease-lost', { outcome: observation.outcome })
  // What failed can be followed by its id without the steps of all others.
  if (observation.outcome === 'failed') log.info('poll-failed', { pollId, error: observation.error?.code })
  else log.debug('poll-stored', { pollId, outcome: observation.outcome })
  if (newPlan !== null) await replanReplaced(context, newPlan)
  if (isFirstOfFew) await planWhileFew(context)
}

async function provesSecured(
  context: AggregatorContext,
  { source, answer, secured }: Poll,
): Promise<boolean | null> {
  if (secured === null || answer.kind !== 'fetched') return null
  return isSameFeed(context, source, answer, secured)
}

type Learnt = {
  readonly plan: SourcePlan
  readonly newPlan: PollRecord['newPlan']
  /** Null while it never answered: the first document opens its span, and no failure asks for a memory. */
  readonly memory: PriceMemory | null
  /** The source is new, and so few are planned that it matters to all. */
  readonly isFirstOfFew: boolean
}

/** The memory of the source after this poll, and the plan that decides: made anew where there is none that fits. */
async function learnAndPlan(
  context: AggregatorContext,
  source: ClaimedSource,
  observation: Observation,
  finishedAt: number,
): Promise<Learnt> {
  const latest = needsPlan(source) ? await latestRun(context) : null
  const population = latest === null ? source.population : (latest.run.population ?? null)
  const memory = await memoryAfter(context.database, source, observation, population, finishedAt)
  if (latest !== null) {
    const known = memory ?? emptyMemory(finishedAt)
    const newPlan = await planAtPoll(
      context,
      source,
      { ...planningFacts(observation, finishedAt), memory: known },
      latest,
    )
    const isFirstOfFew = source.plan === null && latest.sources < fewSources
    return { plan: newPlan.plan, newPlan, memory, isFirstOfFew }
  }
  if (source.plan === null) throw new Error(`Source ${source.id} has no plan.`)
  return { plan: source.plan, newPlan: null, memory, isFirstOfFew: false }
}

/** A source is not at fault when its whole host does not answer: its failure does not count. */
function withoutOutage(source: ClaimedSource, found: Observation, lesson: HostLesson | null): Observation {
  const downSince = lesson?.state.downSince ?? null
  if (downSince === null || found.outcome !== 'failed') return found
  const facts = { ...found.facts, consecutiveFailures: source.consecutiveFailures }
  const failure: Reason = found.error ?? { code: 'pollFailed', values: {} }
  return { ...found, facts, error: { code: 'hostDown', values: { failure } } }
}

/** Sources without a plan, and those whose weight or policy is not the one they were planned with. */
function needsPlan(source: ClaimedSource): boolean {
  return (
    source.plan === null ||
    source.plan.weight !== source.weight ||
    source.plan.policyVersion !== policyVersion
  )
}

function planningFacts(observation: Observation, now: number) {
  return {
    postingTimes: publishedSince(observation).map(({ publishedAt, foundAt }) => publishedAt ?? foundAt),
    windowSize: observation.facts.window?.size ?? null,
    now,
  }
}
