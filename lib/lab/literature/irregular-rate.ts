import { bisectLog } from '#lib/policy/basics/numeric.ts'

/** Whether something had changed after some time, in any unit. */
export type ChangeObservation = { readonly length: number; readonly changed: boolean }

/** A page seen once counts as polled twice before: after 1 h with a change, after 57 h without (FGT08). Hours. */
export const priorObservations: readonly ChangeObservation[] = [
  { length: 1, changed: true },
  { length: 57, changed: false },
]

/**
 * The most likely rate when only "changed or not" is known of polls at irregular gaps: maximises
 * Σ ln(1 − e^−λd) over the changed − λ · Σ d over the others (mentioned in REI 2.4.3). Changes per unit of length.
 * Edges: nothing changed → 0; everything changed → null, as no finite rate is most likely (add `priorObservations`).
 * @throws RangeError when a length is not positive
 */
export function irregularRate(observations: readonly ChangeObservation[]): number | null {
  let unchanged = 0
  let hasChange = false
  for (const { length, changed } of observations) {
    if (!(length > 0 && length < Infinity)) throw new RangeError(`length must be positive, got ${length}`)
    if (changed) hasChange = true
    else unchanged += length
  }
  if (!hasChange) return 0
  if (unchanged === 0) return null
  const slope = (rate: number): number => {
    let total = unchanged
    for (const { length, changed } of observations) if (changed) total -= length / Math.expm1(rate * length)
    return total
  }
  return bisectLog(
    slope,
    1e-12 / unchanged,
    (1e3 * observations.length) / Math.min(...observations.map(({ length }) => length)),
  )
}
