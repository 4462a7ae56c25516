import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { stopOnSignal } from '#lib/launch/program/run-command.ts'
import { auditPackages } from './audit-packages.ts'
import { ensureChromium, howToInstallChromium } from '#tests/support/browser/chromium.ts'
import { runProgram } from './run-program.ts'
import { addCounts, countReport, type Counts } from './test-counts.ts'
import { failuresOf, failureText, readFiles, slowest, writeReport, type StepResult } from './test-report.ts'

/**
 * `npm test`: every check, with short samples of the long tests. `npm run test:night` (--night): the same at full length. `npm run check`
 * (--fast): what needs no database, no build and no browser.
 * All steps run, whatever fails; the last line sums them up. Ctrl-C or SIGTERM ends the steps and all that they started.
 */
const { values } = parseArgs({
  options: { fast: { type: 'boolean', default: false }, night: { type: 'boolean', default: false } },
})
const root = path.resolve(import.meta.dirname, '../../..')
const reports = path.join(root, '.cache')
/** A step that hangs is ended: in `npm test` the longest takes ten minutes, by night an hour and a half. */
const timeoutMs = (values.night ? 180 : 45) * 60_000
/** A test of components gives up after a minute, and a browser that does not start after three. */
const quietMs = 4 * 60_000
const stopping = stopOnSignal()
const passed: Counts = { passed: 1, failed: 0, skipped: 0 }
const failed: Counts = { passed: 0, failed: 1, skipped: 0 }

type Result = { readonly counts: Counts; readonly output: string }
type Step = { readonly name: string; readonly run: () => Promise<Result> }

const build = command('build', 'node', 'lib/launch/build/build-command.ts')
/** Next writes the types of its routes, which the compiler, the linter and the search for unused code read. */
const routeTypes = command('route types', 'next', 'typegen')
const checks: readonly Step[] = [
  // TypeScript 6, which others use as a library, has a `tsc` of its own.
  command('types', 'node', 'node_modules/typescript-7/bin/tsc', '--build', 'tsconfig.check.json'),
  // What a file's lint says depends on that file alone, so the cache is safe.
  command(
    'lint',
    ...['eslint', '--max-warnings=0', '--cache', '--cache-strategy=content'],
    ...['--cache-location=node_modules/.cache/eslint/', '.'],
  ),
  command('format', 'oxfmt', '--check'),
  command('unused exports and packages', 'knip', '--no-progress'),
  { name: 'audit of packages', run: auditPackages },
]
const quickProjects = ['policy', 'plain', 'components', 'alone']
const quickTests = vitest('tests', ...quickProjects.map((project) => `--project=${project}`))
const databaseTests = vitest('tests on a database', '--project=database', '--project=statements')
const longTests = vitest('long tests', '--project=long')

if (values.night) rmSync(path.join(reports, 'reader-programs'), { recursive: true, force: true })
const startedAt = new Date()
const beganAt = performance.now()
const results: StepResult[] = []
if (values.fast) await runLanes([routeTypes, ...checks], [quickTests])
else {
  const pagesInChromium = [
    inChromium('component tests', runComponents),
    inChromium('browser tests', (name) => runVitest(name, ['--project=e2e', '--project=e2e-serial'])),
  ]
  // The build runs beside the tests that need none. Long tests and pages wait a lot, so what follows runs side by side. By night the long
  // ones come last and alone: some live a week in minutes, and judge what an aggregator does that gets its time.
  const besidePages = values.night ? checks : [...checks, longTests]
  await Promise.all([
    runLanes([quickTests, databaseTests]),
    runLanes([routeTypes, build]).then(() => runLanes(besidePages, pagesInChromium)),
  ])
  if (values.night) await runLanes([longTests])
}
if (stopping.aborted) process.exit(130)
const seconds = (performance.now() - beganAt) / 1000
const files = results.flatMap(({ name }) => readFiles(reportOf(name), root))
console.log(`\n── slowest files ${'─'.repeat(63)}`)
for (const { file, seconds } of slowest(files))
  console.log(`   ${seconds.toFixed(1).padStart(7)} s   ${file}`)
const failures = failuresOf({ steps: results, files })
if (failures.length > 0) console.log(`\n── failed ${'─'.repeat(70)}\n${failures.map(failureText).join('\n')}`)
console.log(`\n── summary ${'─'.repeat(69)}`)
for (const { name, counts, seconds } of results) {
  const mark = { failed: '✗', passed: '✓', skipped: '–' }[outcomeOf(counts)]
  console.log(`   ${mark} ${name.padEnd(30)} ${seconds.toFixed(1).padStart(7)} s   ${toText(counts)}`)
}
const total = addCounts(results.map(({ counts }) => counts))
const tier = tierOf(values)
writeReport(root, { tier, startedAt, seconds, steps: results, files })
console.log(`   all of it: ${(seconds / 60).toFixed(1)} min`)
console.log(toText(total))
process.exit(total.failed > 0 ? 1 : 0)

/** Each lane runs its steps one after the other, beside the other lanes. */
async function runLanes(...lanes: readonly (readonly Step[])[]): Promise<void> {
  await Promise.all(
    lanes.map(async (steps) => {
      for (const step of steps) if (!stopping.aborted) await runStep(step)
    }),
  )
}

/** Steps with output of their own while they run say so by its lines; the others are told in one piece when they have ended. */
async function runStep({ name, run }: Step): Promise<void> {
  const begunAt = performance.now()
  const { counts, output } = await run()
  const seconds = (performance.now() - begunAt) / 1000
  console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 76 - name.length))}`)
  if (output !== '') console.log(output.trimEnd())
  console.log(`   ${outcomeOf(counts)} in ${seconds.toFixed(1)} s`)
  results.push({ name, counts, seconds })
}

function tierOf({ fast, night }: typeof values): 'check' | 'night' | 'test' {
  if (fast) return 'check'
  return night ? 'night' : 'test'
}

function outcomeOf({ passed, failed }: Counts): 'failed' | 'passed' | 'skipped' {
  if (failed > 0) return 'failed'
  return passed > 0 ? 'passed' : 'skipped'
}

function toText({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function command(name: string, program: string, ...args: readonly string[]): Step {
  return {
    name,
    run: async () => {
      const { code, output } = await runProgram(program, args, { timeoutMs, stopping, keepsOutput: true })
      return { counts: code === 0 ? passed : failed, output }
    },
  }
}

function vitest(name: string, ...args: readonly string[]): Step {
  return { name, run: () => runVitest(name, args) }
}

async function runVitest(
  name: string,
  args: readonly string[],
  { reporter = 'default', quietMs }: { readonly reporter?: string; readonly quietMs?: number } = {},
): Promise<Result & { readonly stoodStill: boolean }> {
  const report = reportOf(name)
  mkdirSync(reports, { recursive: true })
  rmSync(report, { force: true })
  const reporters = [`--reporter=${reporter}`, '--reporter=json', `--outputFile.json=${report}`]
  // Hundreds of programs are started by tests, and each would compile the same modules.
  const compiled = path.join(reports, 'compiled')
  const env = {
    TEST_TIER: values.night ? 'night' : 'sample',
    TEST_STATEMENTS: 'all', // no file is left out
    NODE_COMPILE_CACHE: compiled,
  }
  const { code, output, stoodStill } = await runProgram('vitest', ['run', ...reporters, ...args], {
    ...{ timeoutMs, stopping, env },
    ...(quietMs === undefined ? {} : { quietMs }),
  })
  return { counts: countReport(report, code === 0), output, stoodStill }
}

/**
 * Vitest waits without an end for the frame of a file whose load its browser never tells (its issue 11243), which no limit of a
 * test can end. Each test prints a line when it has ended; a run that stands still is ended and begun once more.
 */
async function runComponents(name: string): Promise<Result> {
  const run = () => runVitest(name, ['--project=components-browser'], { reporter: 'verbose', quietMs })
  const first = await run()
  if (!first.stoodStill || stopping.aborted) return first
  console.log(`${name}: Vitest stood still, so they begin once more`)
  return run()
}

function reportOf(name: string): string {
  return path.join(reports, `${name.replaceAll(' ', '-')}.json`)
}

function inChromium(name: string, run: (name: string) => Promise<Result>): Step {
  return {
    name,
    run: () =>
      ensureChromium() ? run(name) : Promise.resolve({ counts: failed, output: howToInstallChromium }),
  }
}
