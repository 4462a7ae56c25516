/**
 * `npm run bench -- [NAME …]`: everything that README claims, as one table: each figure beside something bare that was measured in the same
 * run, and their ratio. It runs the benches one after another; names take these alone. What a bench prints
 * itself is kept in tests/artefacts/bench. The exit code is 1 where a bench failed or a goal is missed.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { benches, type Bench } from './bench-list.ts'
import { claimsVariable, readClaims, type Claim } from './claims.ts'
import { digits, tableLines } from './traces.ts'

const logs = path.resolve('tests/artefacts/bench')

type Ran = { readonly name: string; readonly claims: readonly Claim[]; readonly code: number | null }

async function run({ name, commands }: Bench, folder: string): Promise<Ran> {
  const claims = path.join(folder, `${name}.jsonl`)
  const log = createWriteStream(path.join(logs, `${name}.log`))
  // What fills a database and what measures it share one, which is gone afterwards.
  const env = { ...process.env, [claimsVariable]: claims, DATA_DIR: path.join(folder, name) }
  let code: number | null = 0
  for (const command of commands) {
    const child = spawn('npm', ['run', '--silent', ...command], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.pipe(log, { end: false })
    child.stderr.pipe(log, { end: false })
    const [ended] = (await once(child, 'close')) as [number | null]
    if (code === 0) code = ended // one that misses its goal keeps none of the others from being measured
  }
  log.end()
  return { name, claims: readClaims(claims), code }
}

function lineOf({ what, value, unit, bare, goal }: Claim): string[] {
  return [
    what,
    `${digits(value)} ${unit}`,
    bare === null ? '–' : `${digits(bare.value)} ${unit}`,
    bare === null ? '–' : digits(value / bare.value),
    goal === undefined ? '' : `${goal.text}${goal.isMet ? '' : ' !'}`,
    bare?.what ?? '',
  ]
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((word) => benches.every(({ name }) => name !== word))
if (unknown.length > 0)
  throw new Error(`There is no bench ${unknown.join(', ')}: ${benches.map(({ name }) => name).join(', ')}.`)
const folder = mkdtempSync(path.join(os.tmpdir(), 'skylark-bench-'))
mkdirSync(logs, { recursive: true })
const ran: Ran[] = []
try {
  for (const bench of benches) {
    if (wanted.length > 0 && !wanted.includes(bench.name)) continue
    const startedAt = performance.now()
    process.stderr.write(`${bench.name} … `)
    ran.push(await run(bench, folder))
    process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
const claims = ran.flatMap((each) => each.claims)
console.log(
  tableLines([['what', 'measured', 'bare', 'ratio', 'goal', 'the bare one'], ...claims.map(lineOf)]),
)
console.log(
  `${os.availableParallelism()} processors, load ${os
    .loadavg()
    .map((load) => load.toFixed(1))
    .join(', ')}; ! misses its goal`,
)
const failed = ran.filter(({ code, claims: told }) => code !== 0 || told.length === 0)
for (const { name, code } of failed)
  console.log(`${name}: exit code ${code}, see tests/artefacts/bench/${name}.log`)
if (failed.length > 0 || claims.some(({ goal }) => goal?.isMet === false)) process.exitCode = 1
