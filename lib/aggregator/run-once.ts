import { log } from '#lib/runtime/log.ts'
import { recordHeartbeat } from '#lib/store/server/heartbeat.ts'
import { storeShippedLimits } from '#lib/store/hosts/publisher-limits.ts'
import { endLeasesOfTheDead } from '#lib/store/connection/liveness.ts'
import { serverArticlePool, serverParsePool } from '#lib/documents/threads/server-parse-pool.ts'
import { createAlertRound } from '#lib/sending/alerts.ts'
import { askHubs } from '#lib/polling/ask-hubs.ts'
import { clusterPostings } from './cluster.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'
import { indexPostings } from './index-postings.ts'
import { planWhenDue } from '#lib/planning/plan-all.ts'
import { loadWantedFullTexts } from '#lib/polling/load-full-texts.ts'
import { seekWantedIcons } from './seek-icons.ts'
import { mendClock } from './mend-clock.ts'
import { runPass } from './pass.ts'
import { createPauses, type Pauses } from '#lib/polling/pauses.ts'
import { createRuleRunner } from './run-rules.ts'
import { sendDigests } from '#lib/sending/send-digests.ts'
import { createIntegrationWorks } from '#lib/sending/send-integrations.ts'
import { storeDeliveries } from '#lib/polling/store-deliveries.ts'
import { tellFigures } from './tell-figures.ts'
import { tendHub } from '#lib/sending/tend-own-hub.ts'
import { createUpkeep, type Upkeep } from './upkeep-tasks.ts'

export type RoundOptions = {
  readonly maxPolls: number
  readonly signal: AbortSignal
  /** Nothing more is polled after this time; and nothing more of the rest begun after that one: proxies give up on an answer after a minute. */
  readonly pollForMs?: number
  readonly roundMs?: number
}

const defaults = { pollForMs: 20_000, roundMs: 45_000 }
/** So long the rest has, however long the polls took. */
const leastRestMs = 10_000

/**
 * One bounded round of what an aggregator does, for hosts that run no process but call an address by a scheduler: plans when that
 * is due, polls what is due, at most `maxPolls`, runs rules, tells, sends and tidies. Each step has its own end: polls that take
 * all of their time leave the others theirs, and one that fails is logged and leaves them theirs, too. The policy lab alone, of
 * which one run may take minutes, is left to processes. When `signal` aborts nothing more is begun.
 */
export async function runOnce(
  context: AggregatorContext,
  { maxPolls, signal, pollForMs = defaults.pollForMs, roundMs = defaults.roundMs }: RoundOptions,
): Promise<{ polled: number }> {
  const { database, owner, clock } = context
  const begunAt = performance.now()
  await recordHeartbeat(database, owner, clock.now())
  await attempt('shipped-limits', () => storeShippedLimits(database))
  await attempt('leases', () => endLeasesOfTheDead(database))
  await attempt('clock', () => mendClock(context))
  await attempt('planning', () => planWhenDue(context))
  const polling = AbortSignal.any([signal, AbortSignal.timeout(pollForMs)])
  await attempt('deliveries', () => storeDeliveries(context, polling))
  await attempt('hubs', () => askHubs(context, polling))
  const passed = await attempt('pass', () => runPass(context, { maxPolls, drain: polling }))
  const leftMs = Math.max(leastRestMs, Math.round(roundMs - (performance.now() - begunAt)))
  await makeRest(context, AbortSignal.any([signal, AbortSignal.timeout(leftMs)]))
  await recordHeartbeat(database, owner, clock.now())
  await attempt('figures', () => tellFigures(context))
  if (!passed.ok) throw passed.error
  return passed.value
}

/** The tasks that come first are waited for by people. */
async function makeRest(context: AggregatorContext, drain: AbortSignal): Promise<void> {
  const { rules, alerts, digests, upkeep } = roundOf(context)
  const integrations = createIntegrationWorks(context, drain)
  const steps: [string, () => Promise<unknown>][] = [
    ['search-index', () => indexPostings(context, drain)],
    ['rules', () => rules(drain)],
    ['alerts', () => alerts(drain)],
    ['digests', () => sendDigests(context, drain, digests)],
    ['integrations', () => integrations.send.run()],
    ['hub', () => tendHub(context, drain)],
    ['full-texts', () => loadWantedFullTexts({ ...context, articles: serverArticlePool() }, drain)],
    ['clusters', () => clusterPostings(context)],
    ['old-integrations', () => integrations.tend.run()],
    ...upkeep.map(({ name, run }): [string, () => Promise<unknown>] => [name, () => run(drain)]),
    ['icons', () => seekWantedIcons({ ...context, pages: serverParsePool() }, drain)],
  ]
  for (const [name, step] of steps) {
    if (drain.aborted) return
    await attempt(name, step)
  }
}

/** The memory of this process from one round to the next: what failed, and what is done for today. */
type Round = {
  readonly rules: ReturnType<typeof createRuleRunner>
  readonly alerts: ReturnType<typeof createAlertRound>
  readonly digests: Pauses
  readonly upkeep: readonly Upkeep[]
}

const rounds = new WeakMap<AggregatorContext, Round>()

function roundOf(context: AggregatorContext): Round {
  const known = rounds.get(context)
  if (known !== undefined) return known
  const round = {
    rules: createRuleRunner(context),
    alerts: createAlertRound(context),
    digests: createPauses(),
    upkeep: createUpkeep(context),
  }
  rounds.set(context, round)
  return round
}

type Attempt<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown }

async function attempt<T>(name: string, step: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { ok: true, value: await step() }
  } catch (error) {
    log.error(`${name}-failed`, { error })
    return { ok: false, error }
  }
}
