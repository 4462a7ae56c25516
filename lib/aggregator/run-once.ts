import { log } from '#lib/runtime/log.ts'
import { recordHeartbeat } from '#lib/store/server/heartbeat.ts'
import { storeShippedLimits } from '#lib/store/hosts/publisher-limits.ts'
import { serverArticlePool, serverParsePool } from '#lib/documents/threads/server-parse-pool.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'
import { planWhenDue } from '#lib/planning/plan-all.ts'
import { createShareSender } from '#lib/sending/send-integrations.ts'
import { runPass } from './pass.ts'
import { createTasks, type Task } from './tasks.ts'

type RoundOptions = {
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
 * is due, polls what is due, at most `maxPolls`, runs rules, tells, sends and tidies. The tasks and their order are those of tasks.ts. Polls
 * that take all of their time leave the others theirs, and a task that fails is logged and leaves them theirs, too. When `signal` aborts
 * nothing more is begun.
 */
export async function runOnce(
  context: AggregatorContext,
  { maxPolls, signal, pollForMs = defaults.pollForMs, roundMs = defaults.roundMs }: RoundOptions,
): Promise<{ polled: number }> {
  const { database, owner, clock } = context
  const begunAt = performance.now()
  await recordHeartbeat(database, owner, clock.now())
  await attempt('shipped-limits', () => storeShippedLimits(database))
  await makePart(context, 'plan', unending)
  const polling = AbortSignal.any([signal, AbortSignal.timeout(pollForMs)])
  await makePart(context, 'polls', polling)
  const passed = await attempt('pass', () => runPass(context, { maxPolls, drain: polling }))
  const leftMs = Math.max(leastRestMs, Math.round(roundMs - (performance.now() - begunAt)))
  await makePart(context, 'rest', AbortSignal.any([signal, AbortSignal.timeout(leftMs)]))
  await recordHeartbeat(database, owner, clock.now())
  await makePart(context, 'end', unending)
  if (!passed.ok) throw passed.error
  return passed.value
}

const unending = new AbortController().signal

async function makePart(context: AggregatorContext, part: Task['round'], drain: AbortSignal): Promise<void> {
  for (const [name, { round, run }] of Object.entries<Task>(roundTasks(context))) {
    if (drain.aborted) return
    if (round === part) await attempt(name, async () => run?.(drain))
  }
}

type Tasks = ReturnType<typeof createTasks>
const known = new WeakMap<AggregatorContext, Tasks>()

/** The tasks of rounds, which remember in this process from one round to the next what failed, and what is done for today. */
export function roundTasks(context: AggregatorContext): Tasks {
  const tasks =
    known.get(context) ??
    createTasks({
      ...context,
      articles: serverArticlePool(),
      pages: serverParsePool(),
      plan: () => planWhenDue(context),
      sendShares: (drain) => createShareSender(context, drain)(),
      holdsBack: () => false,
    })
  known.set(context, tasks)
  return tasks
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
