import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { webHeap } from '#lib/launch/roles.ts'

const mb = 2 ** 20

/** What Node allows its heap with such a NODE_OPTIONS, in MB. */
function heapOf(given: string | undefined): number {
  const limit = ['-p', 'v8.getHeapStatistics().heap_size_limit']
  const env = { ...process.env, ...webHeap(given, 4096 * mb) }
  return Number(execFileSync(process.execPath, limit, { env, encoding: 'utf8' })) / mb
}

test('the heap of the web server stays below the size from which V8 lets it grow fourfold', () => {
  expect(heapOf(undefined)).toBeLessThan(2048)
  expect(heapOf('--no-deprecation')).toBeLessThan(2048)
})

test('what NODE_OPTIONS says of it holds, and so does a machine that gives less', () => {
  expect(heapOf('--max-old-space-size=3000')).toBeGreaterThan(3000)
  expect(webHeap('--max-semi-space-size=6', 1024 * mb)).toEqual({})
})
