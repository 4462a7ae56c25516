import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { addCounts, type Counts } from './test-counts.ts'

/** The result of a step of a run. */
export type StepResult = { readonly name: string; readonly counts: Counts; readonly seconds: number }

/** A test, file or step that failed, and the first lines of why where it said so. */
type Failure = { readonly name: string; readonly reason: string }

type FileResult = { readonly file: string; readonly seconds: number; readonly failed: readonly Failure[] }

/** The output of vitest's json reporter, as far as it says how long files took and what failed. */
const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).optional(),
        }),
      ),
    }),
  ),
})

/** The test files of a run of vitest, by the report that it left; none where it left none. */
export function readFiles(report: string, root: string): FileResult[] {
  if (!existsSync(report)) return []
  const { testResults } = vitestReport.parse(JSON.parse(readFileSync(report, 'utf8')))
  return testResults.map(({ name, status, message = '', startTime, endTime, assertionResults }) => {
    const file = path.relative(root, name)
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages = [] }) => ({
        name: `${file}: ${fullName}`,
        reason: firstLines(failureMessages.join('\n')),
      }))
    // A file may fail outside of its tests.
    if (status === 'failed' && failed.length === 0) failed.push({ name: file, reason: firstLines(message) })
    return { file, seconds: Math.max(0, endTime - startTime) / 1000, failed }
  })
}

const mostReasonLines = 20

function firstLines(text: string): string {
  return stripVTControlCharacters(text).split('\n').slice(0, mostReasonLines).join('\n')
}

/** The number of the slowest test files that are told. */
const mostTold = 10

/** The slowest files first. */
export function slowest(files: readonly FileResult[]): FileResult[] {
  return files.toSorted((a, b) => b.seconds - a.seconds).slice(0, mostTold)
}

type Run = {
  readonly tier: string
  readonly startedAt: Date
  readonly seconds: number
  readonly steps: readonly StepResult[]
  readonly files: readonly FileResult[]
}

/** The tests that failed, and then the steps. */
export function failuresOf({ steps, files }: Pick<Run, 'files' | 'steps'>): Failure[] {
  return [
    ...files.flatMap(({ failed }) => failed),
    ...steps.filter(({ counts }) => counts.failed > 0).map(({ name }) => ({ name, reason: '' })),
  ]
}

/** A failure as the end of a run tells it: its name, and below it why. */
export function failureText({ name, reason }: Failure): string {
  const lines = reason === '' ? [] : reason.split('\n')
  return [`   ${name}`, ...lines.map((line) => `      ${line}`.trimEnd())].join('\n')
}

/** Leaves what a run found in `.cache/tests.json`, which git ignores. */
export function writeReport(root: string, run: Run): void {
  const git = (...args: readonly string[]) =>
    spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim()
  const report = {
    tier: run.tier,
    commit: git('rev-parse', 'HEAD'),
    hasChanges: git('status', '--porcelain') !== '',
    startedAt: run.startedAt.toISOString(),
    seconds: Math.round(run.seconds),
    counts: addCounts(run.steps.map(({ counts }) => counts)),
    steps: run.steps,
    slowest: slowest(run.files).map(({ file, seconds }) => ({ file, seconds })),
    failed: failuresOf(run),
  }
  const folder = path.join(root, '.cache')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'tests.json'), `${JSON.stringify(report, null, 2)}\n`)
}
