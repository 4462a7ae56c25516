import { log } from '#lib/log.ts'
import {
  claimShadowDay,
  continueShadowDay,
  forgetOldShadows,
  recordShadowDay,
  releaseShadowDay,
} from '#lib/store/shadow-days.ts'
import type { AggregatorContext } from './context.ts'
import { runInThread } from './lab-thread.ts'
import type { LabOptions } from './run-lab.ts'

/** How often a day under way is held on to. Of the machine's time, as its lease. */
const tellMs = 1_000

/**
 * Compares one day of the policy on paper with the live one, the oldest that is not compared yet; a day whose process died is begun
 * again, three times in all. Days that are older than 60 are ended.
 * @returns whether there was one
 */
export async function runShadow(
  context: Pick<AggregatorContext, 'database' | 'clock' | 'owner'>,
  { databaseUrl, drain, limits }: LabOptions,
): Promise<boolean> {
  const { database, clock, owner } = context
  await forgetOldShadows(database, clock.now())
  if (drain.aborted) return false
  const claimed = await claimShadowDay(database, owner, clock.now())
  if (claimed === null) return false
  const { id, policy, day } = claimed
  const ended = new AbortController()
  let progress = 0
  const hold = async () => {
    try {
      if (!(await continueShadowDay(database, claimed, { owner, progress }))) ended.abort()
    } catch (error) {
      log.warn('shadow-day-unheard', { shadowId: id, error }) // the lease outlives some failures
    }
  }
  const holder = setInterval(() => void hold(), tellMs)
  const outcome = await runInThread(
    { kind: 'shadow-day', databaseUrl, policy, day },
    (part) => (progress = part),
    AbortSignal.any([ended.signal, drain]),
    limits,
  )
  clearInterval(holder)
  if (outcome === null) await releaseShadowDay(database, claimed, owner)
  // What broke may be mended when its lease has ended: the database away, a process short of memory.
  else if (!('failure' in outcome) || outcome.failure !== 'broken')
    await recordShadowDay(database, { ...claimed, owner, now: clock.now() }, outcome)
  log.info('shadow-day-ended', {
    shadowId: id,
    day,
    outcome: outcome === null ? 'stopped' : Object.keys(outcome)[0],
  })
  return outcome !== null
}
