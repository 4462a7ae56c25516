import fc from 'fast-check'

/** Printed by fast-check with a counterexample, and here for the record: all cases follow from it. */
export const seed = 20_260_105

/** Checks a property on seeded random cases. @throws Error with seed, path and counterexample, which is not made smaller: that can take minutes */
export function holds<T extends [unknown, ...unknown[]]>(property: fc.IProperty<T>, numRuns = 100): void {
  fc.assert(property, { seed, numRuns, endOnFailure: true })
}

export const decimal = (min: number, max: number) =>
  fc.double({ min, max, noNaN: true, noDefaultInfinity: true })
