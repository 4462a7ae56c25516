import { serverTimeAt, type ClockSetting } from '#lib/text/clock-setting.ts'
import { config } from '#lib/runtime/config.ts'
import { oncePerProcess } from '#lib/runtime/once-per-process.ts'

/** Time as the aggregator sees it; tests put their own clock in its place. */
export type Clock = {
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly now: () => number
  /** Resolves after `ms` milliseconds of this clock, or at once when `signal` aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /**
   * Milliseconds of this clock in one of the machine's. What waits for the machine (a request, a lease's end) takes that
   * much longer by this clock.
   */
  readonly speed: number
}

/**
 * The clock of this process: the machine's own, or the one that CLOCK_START and CLOCK_SPEED set. All processes of a
 * server show the same time, as the launcher hands on its anchor.
 */
export const systemClock: Clock = {
  now: () => clockOfProcess().now(),
  sleep: (ms, signal) => clockOfProcess().sleep(ms, signal),
  get speed() {
    return clockOfProcess().speed
  },
}

const clockOfProcess = oncePerProcess(() => createClock(config().clock))

/** A clock that runs as the setting says; null: as the machine's. */
export function createClock(setting: ClockSetting | null): Clock {
  const speed = setting?.speed ?? 1
  return {
    now: () => serverTimeAt(setting, Date.now()),
    sleep: (ms, signal) => sleepReally(ms / speed, signal),
    speed,
  }
}

function sleepReally(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done, { once: true })
    function done() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
  })
}
