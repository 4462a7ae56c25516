const tries = 3
/** The processor time of a thread is counted in steps of some milliseconds. */
const leastMs = 20
/** Work that is as quick at 256 times its size does not grow with the square. */
const mostDoublings = 8

/** Growth below this is not that of a square, also where a cache or the collection of garbage comes in between. */
export const growthOfNoSquare = 10

/**
 * The factor by which work takes longer at four times its size: about 4 where its cost grows with its size, 16 where it grows
 * with the square. Counts the processor time of this thread, whatever else the machine does. The
 * size is doubled until the work takes long enough to be measured; 0 for work that never does.
 */
export async function growthOverFour(work: (size: number) => unknown, size: number): Promise<number> {
  let small = size
  let smallMs = await sumOfCpuMs(() => work(small))
  for (let doublings = 0; smallMs < tries * leastMs; doublings++) {
    if (doublings === mostDoublings) return 0
    small *= 2
    smallMs = await sumOfCpuMs(() => work(small))
  }
  let growth = (await sumOfCpuMs(() => work(4 * small))) / smallMs
  // Others may take the caches from the larger work alone, which looks like a square once; a square looks like one each time.
  for (let again = 0; again < 2 && growth >= growthOfNoSquare; again++) {
    const before = await sumOfCpuMs(() => work(small))
    growth = Math.min(growth, (await sumOfCpuMs(() => work(4 * small))) / before)
  }
  return growth
}

/** Milliseconds of this thread in some tries together, after one that compiles: a single one may be counted as none. */
export async function sumOfCpuMs(work: () => unknown): Promise<number> {
  await work()
  const before = process.threadCpuUsage()
  for (let attempt = 0; attempt < tries; attempt++) await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
