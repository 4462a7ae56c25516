/**
 * `npm run bench` or `npm run bench -- table [--write] [NAME …]`: everything that docs/measured.md claims, as one table. Each figure
 * stands beside something bare that was measured in the same run, and their ratio. It runs the benches one after another, the longest in a
 * shorter form; names take these alone. Rows are printed as they come, and how long a bench took when it has ended, so that a run that is
 * broken off has told what it had. With --write each bench also puts its figures into docs/measured.md, once all of them are measured.
 * The output of each bench is kept in tests/artefacts/bench. The exit code is 1 where a bench failed, a figure is missing or a goal is
 * missed.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { benches, type Bench } from './bench-list.ts'
import { cellsOf, heads, isMeasured, rowLine } from './claim-rows.ts'
import { claimsVariable, readClaims, type Claim } from './claims.ts'
import { figureLines, withFigures } from './measured-page.ts'

const logs = path.resolve('tests/artefacts/bench')

type Ran = { readonly name: string; readonly claims: readonly Claim[]; readonly code: number | null }

async function run(
  { name, commands, env: others = {} }: Bench,
  folder: string,
  claims: string,
): Promise<number | null> {
  const log = createWriteStream(path.join(logs, `${name}.log`))
  // What fills a database and what measures it share one, which is gone afterwards.
  const env = { ...process.env, ...others, [claimsVariable]: claims, DATA_DIR: path.join(folder, name) }
  let code: number | null = 0
  for (const command of commands) {
    const child = spawn('npm', ['run', '--silent', ...command], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.pipe(log, { end: false })
    child.stderr.pipe(log, { end: false })
    const [ended] = (await once(child, 'close')) as [number | null]
    if (code === 0) code = ended // one that misses its goal keeps none of the others from being measured
  }
  log.end()
  rmSync(path.join(folder, name), { recursive: true, force: true }) // a disk need not hold them all
  return code
}

/** Runs a bench and tells its rows meanwhile, then how long it took. */
async function tell(bench: Bench, folder: string): Promise<Ran> {
  const startedAt = performance.now()
  const file = path.join(folder, `${bench.name}.jsonl`)
  let told = 0
  const tellNew = () => {
    for (const claim of readClaims(file).slice(told)) {
      console.log(rowLine(cellsOf(bench.name, claim)))
      told += 1
    }
  }
  const timer = setInterval(tellNew, 1000)
  const code = await run(bench, folder, file)
  clearInterval(timer)
  tellNew()
  process.stderr.write(`${bench.name}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`)
  return { name: bench.name, claims: readClaims(file), code }
}

/** Whether all that a bench claims was measured. */
function hasFigures({ claims }: Ran): boolean {
  return claims.length > 0 && claims.every(isMeasured)
}

const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim()
const format = (...words: string[]) => execFileSync('npx', ['oxfmt', ...words], { encoding: 'utf8' })

/** Fails where `write` would: an hour of benches would be lost to a program that is not there. */
function tryToWrite(): void {
  try {
    git('rev-parse', '--short', 'HEAD')
    format('--version')
  } catch (cause) {
    throw new Error('--write needs git, the history of the project, and oxfmt. Nothing was measured.', {
      cause,
    })
  }
}

/** Puts the figures of a bench into docs/measured.md, in place of those before. */
function write({ name, claims }: Ran): void {
  const isChanged = git('status', '--porcelain', '--', '.', ':!docs') !== ''
  const run = {
    commit: `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`,
    day: new Date().toISOString().slice(0, 10),
    processors: os.availableParallelism(),
    load: loadBefore[0] ?? Number.NaN,
  }
  const page = path.resolve('docs/measured.md')
  writeFileSync(page, withFigures(readFileSync(page, 'utf8'), name, figureLines(name, claims, run)))
  format(page)
}

const isWriting = process.argv.includes('--write')
const wanted = process.argv.slice(2).filter((word) => word !== '--write')
const unknown = wanted.filter((word) => benches.every(({ name }) => name !== word))
if (unknown.length > 0)
  throw new Error(`There is no bench ${unknown.join(', ')}: ${benches.map(({ name }) => name).join(', ')}.`)
if (isWriting) tryToWrite()
// Of what others did: afterwards the benches would count their own work.
const loadBefore = os.loadavg()
const folder = mkdtempSync(path.join(os.tmpdir(), 'skylark-bench-'))
mkdirSync(logs, { recursive: true })
const ran: Ran[] = []
const beganAt = performance.now()
console.log(rowLine(heads))
try {
  for (const bench of benches)
    if (wanted.length === 0 || wanted.includes(bench.name)) {
      const result = await tell(bench, folder)
      ran.push(result)
      if (isWriting && hasFigures(result)) write(result)
    }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
const load = loadBefore.map((each) => each.toFixed(1))
const rows = ran.reduce((sum, { claims }) => sum + claims.length, 0)
const tookMin = ((performance.now() - beganAt) / 60_000).toFixed(0)
console.log(
  `${rows} rows in ${tookMin} min, ${os.availableParallelism()} processors, load before ${load.join(', ')}; ! misses its goal`,
)
const failed = ran.filter((result) => result.code !== 0 || !hasFigures(result))
for (const { name, code } of failed)
  console.log(`${name}: exit code ${code}, see tests/artefacts/bench/${name}.log`)
if (failed.length > 0 || ran.some(({ claims }) => claims.some(({ goal }) => goal?.isMet === false)))
  process.exitCode = 1
