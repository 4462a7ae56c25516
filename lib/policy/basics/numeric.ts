/** Small numerical methods the policies share. */

/** The sum of numbers; 0 for none. */
export function sumOf(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Keeps a value between two bounds. @throws RangeError when low > high */
export function clamp(value: number, low: number, high: number): number {
  if (low > high) throw new RangeError(`clamp needs low <= high, got ${low} > ${high}`)
  return Math.min(high, Math.max(low, value))
}

/**
 * The place where a function that never falls reaches 0, by halving [low, high]: exact to one part in 2^60 of the span.
 * When it stays negative the answer is `high`, when it stays positive `low`.
 */
function bisect(rising: (x: number) => number, low: number, high: number): number {
  let left = low
  let right = high
  for (let step = 0; step < 60 && left < right; step++) {
    const middle = (left + right) / 2
    if (middle === left || middle === right) break
    if (rising(middle) < 0) left = middle
    else right = middle
  }
  return right
}

/** Like `bisect`, for positive numbers whose order of magnitude is unknown: halves their logarithm. 0 < low < high. */
export function bisectLog(rising: (x: number) => number, low: number, high: number): number {
  return Math.exp(bisect((logarithm) => rising(Math.exp(logarithm)), Math.log(low), Math.log(high)))
}

/** Derivative of ln Γ(x) for x > 0, to 1e-10: recurrence up to 8, then the asymptotic series (Abramowitz & Stegun 6.3.18). */
export function digamma(x: number): number {
  let value = 0
  let argument = x
  for (; argument < 8; argument++) value -= 1 / argument
  const square = 1 / (argument * argument)
  const series = square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square / 240)))
  return value + Math.log(argument) - 0.5 / argument - series
}

/** The part of a standard normal distribution below a value, within 0.0002 (Bowling, Khasawneh, Kaewkuekool, Cho 2009). */
export function normalBelow(value: number): number {
  return 1 / (1 + Math.exp(-1.5976 * value - 0.070566 * value ** 3))
}

/** The least of these ascending values with at least that part of all at or below it; null of none. */
export function quantileOf(ascending: ArrayLike<number>, part: number): number | null {
  return ascending[Math.max(0, Math.ceil(part * ascending.length) - 1)] ?? null
}
