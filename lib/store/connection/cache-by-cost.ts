import { workForAll } from '#lib/runtime/database-work.ts'

/** Answers that took less than this to read are read again each time. */
const costlyMs = 200
/** The clock by which answers are costly; tests stop it, as on a busy machine all are. */
export const costClock = { now: () => performance.now() }

type Kept<T> = {
  readonly value: Promise<T>
  readonly mark: unknown
  readonly until: number
  readonly isBeingRead: boolean
}

/**
 * Makes a reader that keeps what was costly to read for a while, so that turning pages and moving sliders over 100,000
 * sources stays quick; on a small database every answer is fresh. Concurrent readers share one reading. What is kept
 * answers whatever the rest is that is asked with: it must be of no account beside the delay, as the time is. What took
 * longer than 200 ms is kept `keptPerCost` times as long: by itself reading takes up at most a twentieth of the time.
 * For `answersOnMs` after that it still answers, while it is read anew for the next: nobody waits for it who looks on.
 * Nothing that was read under another mark answers: `readMark` is quick, and tells of changes that are to show at once.
 */
export function keepCostly<K extends object, T, Rest extends readonly unknown[] = []>(
  read: (key: K, ...rest: Rest) => Promise<T>,
  {
    clock = () => costClock.now(),
    keptPerCost = 20,
    answersOnMs = 60_000,
    readMark = () => Promise.resolve(null),
  }: {
    readonly clock?: () => number
    readonly keptPerCost?: number
    readonly answersOnMs?: number
    readonly readMark?: (key: K) => PromiseLike<unknown>
  } = {},
): (key: K, ...rest: Rest) => Promise<T> {
  const kept = new WeakMap<K, Kept<T>>()
  return async (key, ...rest) => {
    const mark = await workForAll(() => readMark(key))
    const known = kept.get(key)?.mark === mark ? kept.get(key) : undefined
    if (known !== undefined && (known.isBeingRead || clock() < known.until)) return known.value
    const startedAt = clock()
    const value = workForAll(() => read(key, ...rest))
    const isToAnswer = known !== undefined && startedAt < known.until + answersOnMs
    const reading = { value: isToAnswer ? known.value : value, mark, until: startedAt, isBeingRead: true }
    kept.set(key, reading)
    value.then(
      () => {
        if (kept.get(key) !== reading) return
        const costMs = clock() - startedAt
        if (costMs < costlyMs) kept.delete(key)
        else kept.set(key, { value, mark, until: clock() + keptPerCost * costMs, isBeingRead: false })
      },
      () => {
        if (kept.get(key) === reading) kept.delete(key)
      },
    )
    return isToAnswer ? known.value : value
  }
}
