import fc from 'fast-check'

/** What a value broke, said for people. */
export class Broken extends Error {}

export type FuzzTarget = {
  readonly name: string
  readonly property: fc.IRawProperty<unknown>
}

/** Values of `arbitrary`, each of which `check` must let pass; what it throws is what was found. */
export function fuzzTarget<Value>(
  name: string,
  arbitrary: fc.Arbitrary<Value>,
  check: (value: Value) => void | Promise<void>,
): FuzzTarget {
  return { name, property: fc.asyncProperty(arbitrary, async (value) => check(value)) }
}

/** @throws Broken when it does not hold */
export function mustHold(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Broken(what)
}
