import type { Clock } from '#lib/runtime/clock.ts'

export type TestClock = Clock & {
  /** Sets the time, backwards too. Sleeps that are due by then end, earliest first. */
  readonly set: (at: number) => Promise<void>
  /** Moves the time on by `ms`; sleeps begun on the way end in their turn. */
  readonly advance: (ms: number) => Promise<void>
  /** Number of sleeps that have not ended. */
  readonly sleepers: () => number
}

/** The reference instant of the tests: Monday 2026-01-05T00:00Z. */
export const referenceAt = Date.UTC(2026, 0, 5)

/** A clock that stands still until the test moves it. */
export function createTestClock(startAt: number = referenceAt): TestClock {
  let now = startAt
  const sleepers = new Set<{ readonly wakeAt: number; readonly wake: () => void }>()

  async function set(at: number): Promise<void> {
    for (;;) {
      const due = [...sleepers].filter(({ wakeAt }) => wakeAt <= at).sort((a, b) => a.wakeAt - b.wakeAt)[0]
      if (due === undefined) break
      now = Math.max(now, due.wakeAt)
      due.wake()
      await afterPendingWork()
    }
    now = at
  }

  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve()
        const sleeper = { wakeAt: now + ms, wake }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', wake, { once: true })
        function wake() {
          sleepers.delete(sleeper)
          signal?.removeEventListener('abort', wake)
          resolve()
        }
      }),
    speed: 1,
    set,
    advance: (ms) => set(now + ms),
    sleepers: () => sleepers.size,
  }
}

/** Lets promises that are already settled run on, so that code that was asleep can go to sleep again. */
function afterPendingWork(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
