/** Chance without chance: everything here is computed from a seed or an id, so decisions can be replayed. */

/** Fractional part of the golden ratio: its multiples are spread over [0,1) more evenly than those of any other number. */
const goldenFraction = 0.618033988749895

/** A source's phase in [0, 1): the phases of consecutive ids never crowd. `step` gives further phases of the same source. */
export function phaseOf(sourceId: number, step = 0): number {
  // Steps use another irrational (√2), else the next step of one source would be the phase of its neighbour.
  const value = sourceId * goldenFraction + step * Math.SQRT2
  return value - Math.floor(value)
}

/** A generator of numbers in [0, 1) from a seed (mulberry32): the same seed always gives the same sequence. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
