import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { readArguments } from '#lib/lab/command/simulate-arguments.ts'
import { worldOf } from '#lib/lab/command/simulate-world.ts'
import { sampled } from '#tests/support/run/tier.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const folder = mkdtempSync(path.join(tmpdir(), 'skylark-simulate-'))
afterAll(() => rmSync(folder, { recursive: true }))

const day = 86_400
/** Monday 2026-01-05, epoch seconds. */
const monday = Date.UTC(2026, 0, 5) / 1000

type Outcome = { readonly code: number; readonly out: string; readonly err: string }

function simulate(...args: readonly string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const command = [path.join(root, 'lib/lab/command/simulate-command.ts'), ...args]
    execFile(process.execPath, command, { cwd: root }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err })
    })
  })
}

function traceFile(name: string, text: string): string {
  const file = path.join(folder, `${name}.csv.gz`)
  writeFileSync(file, gzipSync(text))
  return file
}

const postings = Array.from({ length: 63 }, (_, index) => `blog.example,${monday + index * (day / 3) + 60}`)
const trace = traceFile('trace', `source,published_at\n${postings.join('\n')}\n`)

test('a run is one line of JSON with the fields that are promised, in that order', async () => {
  const { code, out, err } = await simulate(
    '--trace',
    trace,
    '--policy',
    'uniform,mavsync',
    '--budget',
    '1,4',
    '--json',
  )
  expect({ code, err: err.includes('4/4') }).toEqual({ code: 0, err: true })
  const rows = out
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  expect(rows).toHaveLength(4)
  for (const row of rows) {
    expect(Object.keys(row as object).join(' ')).toBe(
      'policy parameter budget pollsPerSourceDay postings meanMin medianMin p90Min p99Min maxMin sourcesMeanMin lost lostShare open recall ape guete hitShare planningMs missed',
    )
  }
  expect(rows[0]).toMatchObject({
    policy: 'uniform',
    parameter: null,
    budget: 1,
    pollsPerSourceDay: 1,
    postings: 21,
  })
})

test('policies without a budget run as published when none is given', async () => {
  const { out } = await simulate('--trace', trace, '--policy', 'indhist', '--json')
  expect(JSON.parse(out)).toMatchObject({ policy: 'indhist', parameter: 0.7, budget: null })
})

test('weights enter the planning and the mean: the twin of weight 4 is polled more often, and its delay counts more', async () => {
  const times = Array.from({ length: 126 }, (_, index) => monday + index * (day / 6) + (index % 5) * 1000)
  const twins = ['one.example', 'other.example'].flatMap((name) => times.map((at) => `${name},${at}`))
  const file = traceFile('twins', `source,published_at\n${twins.join('\n')}\n`)
  const weights = traceFile('four', 'source,weight\none.example,4\n')
  const args = ['--trace', file, '--policy', 'allocation-only', '--budget', '3', '--json']
  const [even, weighted] = await Promise.all([simulate(...args), simulate(...args, '--weights', weights)])
  const [evenMean, weightedMean] = [even, weighted].map(({ out }) => Number(JSON.parse(out).meanMin))
  // Half a gap each: 4 h at 3 polls each; 3 h and 6 h at 4 and 2, weighted 4 and 1.
  expect(evenMean).toBeGreaterThan(210)
  expect(evenMean).toBeLessThan(270)
  expect(weightedMean).toBeGreaterThan(190)
  expect(weightedMean).toBeLessThan((evenMean ?? 0) * 0.95)
})

test('help says what weights weigh; --metrics adds both averaging modes below the table', async () => {
  const [help, table] = await Promise.all([
    simulate('--help'),
    simulate('--trace', trace, '--policy', 'uniform', '--budget', '1', '--metrics'),
  ])
  expect(help.out).toContain('"mean" and "sources"')
  expect(table.out.split('\n').map((line) => line.split(/ +/)[2])).toEqual(
    expect.arrayContaining(['over', 'postings', 'sources', 'both']),
  )
})

test('the same drawn population gives the same table', async () => {
  const args = ['--synthetic', 'sources=20,seed=7,days=28', '--policy', 'combined', '--budget', '2', '--json']
  const [one, other] = await Promise.all([simulate(...args), simulate(...args)])
  const withoutTime = ({ out }: Outcome) => out.replace(/"planningMs":[0-9.]+/, '')
  expect(one.out).toContain('"policy":"combined"')
  expect(withoutTime(one)).toBe(withoutTime(other))
})

const refused: readonly (readonly [string, readonly string[], string])[] = [
  ['no trace', [], 'Give either --trace FILE or --synthetic'],
  ['a missing file', ['--trace', path.join(folder, 'none.csv.gz')], 'cannot be read'],
  [
    'another header',
    ['--trace', traceFile('header', 'a,b\n1,2\n')],
    'must begin with the line "source,published_at"',
  ],
  [
    'milliseconds',
    ['--trace', traceFile('ms', `source,published_at\nx,${monday * 1000}\n`)],
    'line 2: expected epoch seconds',
  ],
  [
    'a text for a time',
    ['--trace', traceFile('text', 'source,published_at\nx,soon\n')],
    'line 2: expected epoch seconds',
  ],
  ['a trace of a week', ['--trace', traceFile('week', `source,published_at\nx,${monday}\n`)], 'none is left'],
  ['an unknown policy', ['--trace', trace, '--policy', 'best'], 'There is no policy "best"'],
  [
    'a negative budget',
    ['--trace', trace, '--budget', '-1'],
    '--budget is polls per source and day, above 0 and at most 1440, got "-1".',
  ],
  [
    'a negative count',
    ['--trace', trace, '--learn-days', '-3'],
    '--learn-days must be a whole number from 1 to 10,000,000, got "-3".',
  ],
  ['an unknown option', ['--trace', trace, '--polcy', 'all'], '--polcy'],
  [
    'a broken weight',
    ['--trace', trace, '--weights', traceFile('weights', 'source,weight\nx,-1\n')],
    'a weight of at least 0',
  ],
  [
    'weights of other sources',
    ['--trace', trace, '--weights', traceFile('others', 'source,weight\nother.example,2\n')],
    'others.csv.gz names no source of ',
  ],
]

test.each(refused)('%s is refused', (_, args, reason) => {
  expect(() => worldOf(readArguments(args))).toThrow(reason)
})

test.each(sampled(refused, 5))('%s is refused in one line with exit code 1', async (_, args, reason) => {
  const { code, out, err } = await simulate(...args)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err.trimEnd().split('\n')).toHaveLength(1)
  expect(err).toContain(reason)
})
