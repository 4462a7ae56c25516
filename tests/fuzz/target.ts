import fc from 'fast-check'
import { byTier } from '#tests/support/run/tier.ts'

/** The promise that a value broke, said for people. */
class Broken extends Error {}

export type FuzzTarget = {
  readonly name: string
  /** The number of values the tests try: the same ones each time, on machines of any speed; by night four times as many. */
  readonly testRuns: number
  /** Of the time of `npm run bench -- fuzz`, as a multiple of what a usual target gets: more where a value takes long to try. */
  readonly share: number
  readonly property: fc.IRawProperty<unknown>
  /** Ends when the value under way is through: fast-check does not wait for it when its time is up. */
  readonly settled: () => Promise<unknown>
}

/** Values of `arbitrary`, each of which `check` must let pass; what it throws is what was found. */
export function fuzzTarget<Value>(
  name: string,
  testRuns: number,
  arbitrary: fc.Arbitrary<Value>,
  check: (value: Value) => void | Promise<void>,
  share = 1,
): FuzzTarget {
  let running: Promise<unknown> = Promise.resolve()
  const property = fc.asyncProperty(arbitrary, (value) => {
    const checked = (async () => check(value))()
    running = checked.catch(() => undefined)
    return checked
  })
  return {
    name,
    share,
    property,
    testRuns: byTier({ night: testRuns, sample: Math.ceil(testRuns / 8) }),
    settled: () => running,
  }
}

/** @throws Broken when it does not hold */
export function mustHold(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Broken(what)
}
