import { afterAll, vi } from 'vitest'

/** For projects whose files share a process: what a file has changed of its surroundings ends with it. */
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
