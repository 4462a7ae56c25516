/** Maps a value onto a position, in units of the drawing. */
export type Scale = (value: number) => number

type Range = readonly [from: number, to: number]

/** Straight mapping of values onto positions. A range without width maps to the middle. */
export function linearScale(values: Range, positions: Range): Scale {
  const width = values[1] - values[0]
  if (width === 0) return () => (positions[0] + positions[1]) / 2
  const slope = (positions[1] - positions[0]) / width
  return (value) => positions[0] + (value - values[0]) * slope
}

/** Logarithmic mapping; what lies outside the values is drawn at their end. Both ends must be above 0. */
export function logScale(values: Range, positions: Range): Scale {
  const straight = linearScale([Math.log(values[0]), Math.log(values[1])], positions)
  return (value) => straight(Math.log(Math.min(values[1], Math.max(values[0], value))))
}

/** The least of 1, 2, 4, 6 × 10ⁿ that is not below a value, so that its half is a round figure too; 1 for nothing. */
export function niceCeiling(value: number): number {
  if (value <= 0) return 1
  const magnitude = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 4, 6, 10].find((candidate) => candidate * magnitude >= value * 0.999999) ?? 10
  return step * magnitude
}
