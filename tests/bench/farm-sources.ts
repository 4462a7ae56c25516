/** The address of the index-th source of `feed-farm.ts`: no two share a host. */
export function farmUrl(index: number, port: number): string {
  return `http://127.${1 + Math.floor(index / 62_500)}.${Math.floor(index / 250) % 250}.${1 + (index % 250)}:${port}/s${index}`
}

/** The words of the children of `npm run bench -- aggregator` about a round. */
export type Round = {
  readonly seconds: number
  /** Computing time of the whole process, its threads included. */
  readonly cpuSeconds: number
  /** Greatest memory of the process so far. */
  readonly memoryMb: number
}

/** Runs something and tells what it took. */
export async function measureRound(work: () => Promise<unknown>): Promise<Round> {
  const startedAt = performance.now()
  const usedBefore = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(usedBefore)
  return {
    seconds: (performance.now() - startedAt) / 1000,
    cpuSeconds: (user + system) / 1e6,
    memoryMb: process.resourceUsage().maxRSS / 1024,
  }
}
