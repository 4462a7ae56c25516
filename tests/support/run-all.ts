import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildWhenChanged } from '#lib/launch/build.ts'
import { ensureChromium, howToInstallChromium } from './chromium.ts'
import { addCounts, countReport, type Counts } from './test-counts.ts'

/**
 * `npm test`: every check there is. `npm run check` (--fast): without the build, the browser and the long tests.
 * All steps run, whatever fails; the last line sums them up.
 */
const { values } = parseArgs({ options: { fast: { type: 'boolean', default: false } } })
const root = path.resolve(import.meta.dirname, '../..')
const artefacts = path.join(root, 'tests/artefacts')
/** The long tests take 15 minutes, and twice that on a machine with much else to do. */
const stepTimeoutMs = 45 * 60_000
const passed: Counts = { passed: 1, failed: 0, skipped: 0 }
const failed: Counts = { passed: 0, failed: 1, skipped: 0 }

type Step = { readonly name: string; readonly run: () => Promise<Counts> }

const fastSteps: readonly Step[] = [
  command('format', 'prettier', '--check', '--log-level=warn', '.'),
  command('route types', 'next', 'typegen'),
  command('types', 'tsc', '--noEmit'),
  command('types of the policy', 'tsc', '--noEmit', '-p', 'lib/policy'),
  command('lint', 'eslint', '--max-warnings=0', '.'),
  command('unused exports and packages', 'knip', '--no-progress'),
  vitest('tests', '--project=policy', '--project=plain', '--project=database'),
]
const slowSteps: readonly Step[] = [
  { name: 'build', run: build },
  vitest('long tests', '--project=long'),
  browserTests(),
]

await runSteps(values.fast ? fastSteps : [...fastSteps, ...slowSteps])

async function runSteps(steps: readonly Step[]): Promise<void> {
  const results: { readonly name: string; readonly counts: Counts; readonly seconds: string }[] = []
  for (const step of steps) {
    console.log(`\n── ${step.name} ${'─'.repeat(Math.max(0, 76 - step.name.length))}`)
    const startedAt = performance.now()
    const counts = await step.run()
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`   ${counts.failed > 0 ? 'FAILED' : 'passed'} in ${seconds} s`)
    results.push({ name: step.name, counts, seconds })
  }
  console.log(`\n── summary ${'─'.repeat(69)}`)
  for (const { name, counts, seconds } of results) {
    console.log(
      `   ${counts.failed > 0 ? '✗' : '✓'} ${name.padEnd(30)} ${seconds.padStart(7)} s   ${toText(counts)}`,
    )
  }
  const total = addCounts(results.map(({ counts }) => counts))
  console.log(toText(total))
  process.exit(total.failed > 0 ? 1 : 0)
}

function toText({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function command(name: string, program: string, ...args: readonly string[]): Step {
  return { name, run: async () => ((await execute(program, args)) === 0 ? passed : failed) }
}

function vitest(name: string, ...args: readonly string[]): Step {
  return { name, run: () => runVitest(name, args) }
}

async function runVitest(name: string, args: readonly string[]): Promise<Counts> {
  const report = path.join(artefacts, `${name.replaceAll(' ', '-')}.json`)
  const flags = [
    'run',
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const code = await execute('vitest', [...flags, ...args], report)
  return countReport(report, code === 0)
}

function browserTests(): Step {
  const name = 'browser tests'
  return {
    name,
    run: () => {
      if (ensureChromium()) return runVitest(name, ['--project=e2e', '--no-file-parallelism'])
      console.log(howToInstallChromium)
      return Promise.resolve(failed)
    },
  }
}

async function build(): Promise<Counts> {
  try {
    await buildWhenChanged(console.log, AbortSignal.timeout(stepTimeoutMs))
    return passed
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
    return failed
  }
}

/** Resolves with the exit code; a step that hangs is ended, and counts as failed. */
function execute(program: string, args: readonly string[], oldReport?: string): Promise<number> {
  if (oldReport !== undefined) rmSync(oldReport, { force: true })
  const bin = path.join(root, 'node_modules/.bin')
  const env = {
    ...process.env,
    PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`,
    NEXT_TELEMETRY_DISABLED: '1',
  }
  return new Promise((resolve) => {
    const child = spawn(path.join(bin, program), args, {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: stepTimeoutMs,
    })
    child.once('error', (error) => {
      console.log(`${program}: ${error.message}`)
      resolve(1)
    })
    child.once('exit', (code, signal) => {
      if (signal !== null) console.log(`${program} was ended by ${signal}`)
      resolve(code ?? 1)
    })
  })
}
