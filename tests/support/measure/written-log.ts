import { afterEach, beforeEach, vi } from 'vitest'

/** The log of the process while a test of the file runs, from that level on; nothing of it is shown. Call it before the first line is logged. */
export function logOfEachTest(level: 'debug' | 'warn'): { readonly text: () => string } {
  process.env['LOG_LEVEL'] = level // the configuration is read once
  let written = ''
  beforeEach(() => {
    written = ''
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      written += String(text)
      return true
    })
  })
  afterEach(() => void vi.restoreAllMocks())
  return { text: () => written }
}
