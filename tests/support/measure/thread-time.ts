/** Milliseconds of a processor that this thread takes while a work goes on: so long others wait at most, whatever else the machine does. */
export async function threadMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
