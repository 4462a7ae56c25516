/**
 * Whole polls from real shares: each share rounded down, then one more for the largest remainders until the sum is that of the shares,
 * rounded; ties to the first. Fast, and no source is more than a poll off; but small shares may become 0, which is an endless delay:
 * `allocateIntegers` is exact. O(n log n).
 */
export function roundByLargestRemainder(shares: readonly number[]): number[] {
  const polls = shares.map(Math.floor)
  const left =
    Math.round(shares.reduce((sum, share) => sum + share, 0)) - polls.reduce((sum, count) => sum + count, 0)
  const remainders = shares.map((share, index) => ({ index, remainder: share - Math.floor(share) }))
  remainders.sort((one, other) => other.remainder - one.remainder || one.index - other.index)
  for (const { index } of remainders.slice(0, left)) polls[index] = (polls[index] ?? 0) + 1
  return polls
}
