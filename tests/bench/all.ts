/**
 * `npm run bench` or `npm run bench -- table [NAME …]`: everything that docs/measured.md claims, as one table. Each figure stands beside
 * something bare that was measured in the same run, and their ratio. It runs the benches one after another, the longest in a shorter form;
 * names take these alone. Rows are printed as they come, and how long a bench took when it has ended, so that a run that is broken off has
 * told what it had. What a bench prints itself is kept in tests/artefacts/bench. The exit code is 1 where a bench failed, a figure is missing
 * or a goal is missed.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { benches, type Bench } from './bench-list.ts'
import { cellsOf, heads, isMeasured, rowLine } from './claim-rows.ts'
import { claimsVariable, readClaims, type Claim } from './claims.ts'

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

const wanted = process.argv.slice(2)
const unknown = wanted.filter((word) => benches.every(({ name }) => name !== word))
if (unknown.length > 0)
  throw new Error(`There is no bench ${unknown.join(', ')}: ${benches.map(({ name }) => name).join(', ')}.`)
const folder = mkdtempSync(path.join(os.tmpdir(), 'skylark-bench-'))
mkdirSync(logs, { recursive: true })
const ran: Ran[] = []
const beganAt = performance.now()
console.log(rowLine(heads))
try {
  for (const bench of benches)
    if (wanted.length === 0 || wanted.includes(bench.name)) ran.push(await tell(bench, folder))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
const load = os.loadavg().map((each) => each.toFixed(1))
const rows = ran.reduce((sum, { claims }) => sum + claims.length, 0)
const tookMin = ((performance.now() - beganAt) / 60_000).toFixed(0)
console.log(
  `${rows} rows in ${tookMin} min, ${os.availableParallelism()} processors, load ${load.join(', ')}; ! misses its goal`,
)
const failed = ran.filter(
  ({ code, claims }) => code !== 0 || claims.length === 0 || !claims.every(isMeasured),
)
for (const { name, code } of failed)
  console.log(`${name}: exit code ${code}, see tests/artefacts/bench/${name}.log`)
if (failed.length > 0 || ran.some(({ claims }) => claims.some(({ goal }) => goal?.isMet === false)))
  process.exitCode = 1
