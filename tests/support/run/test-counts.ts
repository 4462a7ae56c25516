import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number }

/** The output of vitest's json reporter, as far as it counts. */
const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
})

/**
 * Counts the tests of a run of vitest. A file that failed outside of its tests counts as one failure, and so does a
 * run that failed without a failed test or without a report.
 */
export function countReport(file: string, hasSucceeded: boolean): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report.parse(
    JSON.parse(readFileSync(file, 'utf8')),
  )
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const failed = numFailedTests + brokenFiles.length
  return {
    passed: numPassedTests,
    failed: failed === 0 && !hasSucceeded ? 1 : failed,
    skipped: numPendingTests + numTodoTests,
  }
}

/** The sum of all. */
export function addCounts(all: readonly Counts[]): Counts {
  const sum = (key: keyof Counts) => all.reduce((total, counts) => total + counts[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}
