import { log } from '#lib/runtime/log.ts'
import {
  claimLabRun,
  continueLabRun,
  finishLabRun,
  forgetOldLabRuns,
  releaseLabRun,
} from '#lib/store/lab/lab-runs.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'
import { runInThread, type LabLimits, type LabProgress } from './lab-thread.ts'

/** The time between two words of a run about its progress, at which it also hears that it was cancelled. Of the machine's time, as its lease. */
const tellMs = 1_000

type LabOptions = {
  readonly databaseUrl: string
  /** From its abort on the run under way is given back, and none is begun. */
  readonly drain: AbortSignal
  readonly limits?: LabLimits
}

/**
 * Carries out the runs of the policy lab that wait, one after the other; one whose process died is begun again. Those that are over for
 * 30 days are ended.
 */
export async function runLab(
  context: Pick<AggregatorContext, 'database' | 'clock' | 'owner'>,
  { databaseUrl, drain, limits }: LabOptions,
): Promise<void> {
  const { database, clock, owner } = context
  await forgetOldLabRuns(database, clock.now())
  while (!drain.aborted) {
    const run = await claimLabRun(database, owner, clock.now())
    if (run === null) return
    log.info('lab-run-began', { labRunId: run.id })
    const ended = new AbortController()
    let latest: LabProgress = { progress: 0 }
    let told = latest
    const teller = setInterval(() => void tell(), tellMs)
    const tell = async () => {
      try {
        const heard = latest
        const news = heard.soFar === told.soFar ? null : (heard.soFar ?? null)
        const { progress } = heard
        if (!(await continueLabRun(database, { id: run.id, owner, progress, news }))) ended.abort()
        told = heard // not before: what was lost on the way is told again
      } catch (error) {
        log.warn('lab-run-unheard', { labRunId: run.id, error }) // the lease outlives some failures
      }
    }
    const outcome = await runInThread(
      { databaseUrl, request: run.request, now: clock.now() },
      (heard) => (latest = heard),
      AbortSignal.any([ended.signal, drain]),
      limits,
    )
    clearInterval(teller)
    if (outcome === null) await releaseLabRun(database, run.id, owner)
    else await finishLabRun(database, { id: run.id, owner, now: clock.now() }, outcome)
    log.info('lab-run-ended', {
      labRunId: run.id,
      outcome: outcome === null ? 'stopped' : Object.keys(outcome)[0],
    })
  }
}
