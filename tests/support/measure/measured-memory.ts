export type Measured = { readonly seconds: number; readonly grownMb: number }

/** The time that something takes, and by how much the memory of this process grew at most meanwhile. */
export async function measurePeak(work: () => Promise<unknown>): Promise<Measured> {
  const before = process.memoryUsage.rss()
  let peak = before
  const look = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 20)
  const startedAt = performance.now()
  try {
    await work()
  } finally {
    clearInterval(look)
  }
  return { seconds: (performance.now() - startedAt) / 1000, grownMb: (peak - before) / 1e6 }
}
