/** Milliseconds of a processor that a thread took, of what Node counts in microseconds. */
export function processorMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000
}
