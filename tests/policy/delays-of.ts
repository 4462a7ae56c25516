/**
 * Delay of each posting: to the first poll at or after it, or to `endAt` when there is none. Both lists ascend. SC Definition 1: the
 * document's window plays no part. O(postings + polls).
 */
export function delaysOf(postingTimes: readonly number[], polls: readonly number[], endAt: number): number[] {
  let poll = 0
  return postingTimes.map((at) => {
    while ((polls[poll] ?? endAt) < at && poll < polls.length) poll++
    return (polls[poll] ?? endAt) - at
  })
}
