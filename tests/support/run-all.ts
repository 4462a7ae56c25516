import { rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildWhenChanged } from '#lib/launch/build.ts'
import { auditPackages } from './audit-packages.ts'
import { ensureChromium, howToInstallChromium } from './chromium.ts'
import { runProgram } from './run-program.ts'
import { addCounts, countReport, type Counts } from './test-counts.ts'

/**
 * `npm test`: every check there is. `npm run check` (--fast): without the build, the browser and the long tests.
 * All steps run, whatever fails; the last line sums them up.
 */
const { values } = parseArgs({ options: { fast: { type: 'boolean', default: false } } })
const artefacts = path.resolve(import.meta.dirname, '../artefacts')
/** The long tests take 15 minutes, and twice that on a machine with much else to do. */
const timeoutMs = 45 * 60_000
const passed: Counts = { passed: 1, failed: 0, skipped: 0 }
const failed: Counts = { passed: 0, failed: 1, skipped: 0 }

type Result = { readonly counts: Counts; readonly output: string }
type Step = { readonly name: string; readonly run: () => Promise<Result> }
type TimedResult = { readonly name: string; readonly counts: Counts; readonly seconds: string }

/** The steps of a group run beside each other, as many as there are cores: the slowest stand first. */
type Group = readonly Step[]

const fastGroups: readonly Group[] = [
  [command('route types', 'next', 'typegen')],
  [
    command('types', 'tsc', '--noEmit'),
    // What a file's lint says depends on that file alone, so the cache is safe.
    command(
      'lint',
      ...['eslint', '--max-warnings=0', '--cache', '--cache-strategy=content'],
      ...['--cache-location=node_modules/.cache/eslint/', '.'],
    ),
    command('format', 'prettier', '--check', '--log-level=warn', '.'),
    command('unused exports and packages', 'knip', '--no-progress'),
    { name: 'audit of packages', run: auditPackages },
    command('types of the policy', 'tsc', '--noEmit', '-p', 'lib/policy'),
    command('types of the service worker', 'tsc', '--noEmit', '-p', 'lib/offline'),
  ],
  [vitest('tests', '--project=policy', '--project=plain', '--project=database')],
]
const slowGroups: readonly Group[] = [
  [{ name: 'build', run: build }],
  [vitest('long tests', '--project=long')],
  [browserTests()],
]

const beganAt = performance.now()
const results: TimedResult[] = []
for (const group of values.fast ? fastGroups : [...fastGroups, ...slowGroups]) await runGroup(group)
console.log(`\n── summary ${'─'.repeat(69)}`)
for (const { name, counts, seconds } of results) {
  const mark = counts.failed > 0 ? '✗' : markOfRest(counts)
  console.log(`   ${mark} ${name.padEnd(30)} ${seconds.padStart(7)} s   ${toText(counts)}`)
}
const total = addCounts(results.map(({ counts }) => counts))
console.log(`   all of it: ${((performance.now() - beganAt) / 60_000).toFixed(0)} min`)
console.log(toText(total))
process.exit(total.failed > 0 ? 1 : 0)

async function runGroup(group: Group): Promise<void> {
  const waiting = [...group]
  const lane = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift())
      await runStep(step, group.length > 1)
  }
  await Promise.all(Array.from({ length: os.availableParallelism() }, lane))
}

/** One that runs beside others is announced when it has ended, in one piece with its output. */
async function runStep({ name, run }: Step, isBesideOthers: boolean): Promise<void> {
  const heading = `\n── ${name} ${'─'.repeat(Math.max(0, 76 - name.length))}`
  if (!isBesideOthers) console.log(heading)
  const startedAt = performance.now()
  const { counts, output } = await run()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  if (isBesideOthers) console.log(heading)
  if (output !== '') console.log(output.trimEnd())
  const outcome = counts.passed > 0 ? 'passed' : 'skipped'
  console.log(`   ${counts.failed > 0 ? 'FAILED' : outcome} in ${seconds} s`)
  results.push({ name, counts, seconds })
}

function markOfRest({ passed }: Counts): string {
  return passed > 0 ? '✓' : '–'
}

function toText({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function command(name: string, program: string, ...args: readonly string[]): Step {
  return {
    name,
    run: async () => {
      const { code, output } = await runProgram(program, args, { timeoutMs, keepsOutput: true })
      return { counts: code === 0 ? passed : failed, output }
    },
  }
}

function vitest(name: string, ...args: readonly string[]): Step {
  return { name, run: () => runVitest(name, args) }
}

async function runVitest(name: string, args: readonly string[]): Promise<Result> {
  const report = path.join(artefacts, `${name.replaceAll(' ', '-')}.json`)
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code, output } = await runProgram('vitest', ['run', ...reporters, ...args], { timeoutMs })
  return { counts: countReport(report, code === 0), output }
}

function browserTests(): Step {
  const name = 'browser tests'
  return {
    name,
    run: () => {
      if (ensureChromium()) return runVitest(name, ['--project=e2e', '--no-file-parallelism'])
      return Promise.resolve({ counts: failed, output: howToInstallChromium })
    },
  }
}

async function build(): Promise<Result> {
  try {
    await buildWhenChanged(console.log, AbortSignal.timeout(timeoutMs))
    return { counts: passed, output: '' }
  } catch (error) {
    return { counts: failed, output: error instanceof Error ? error.message : String(error) }
  }
}
