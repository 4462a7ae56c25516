import { afterAll } from 'vitest'

/**
 * For projects whose files share a process: timers that a file leaves behind end with it. Queries wait half a second or longer before they look
 * again, and would find none of what they stand on in the file after it.
 */
const { setTimeout: begin } = globalThis
const left = new Set<NodeJS.Timeout>()

function beginKept(...parameters: Parameters<typeof begin>): NodeJS.Timeout {
  const timer = begin(...parameters)
  left.add(timer)
  return timer
}

globalThis.setTimeout = Object.defineProperties(
  beginKept,
  Object.getOwnPropertyDescriptors(begin),
) as typeof begin
afterAll(() => {
  for (const timer of left) clearTimeout(timer)
  globalThis.setTimeout = begin
})
