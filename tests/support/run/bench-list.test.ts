import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { benches, withoutClaims } from '#tests/bench/bench-list.ts'
import { benchCommands, findBenchWords } from '#tests/bench/commands.ts'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const commands = benches.flatMap((bench) => bench.commands)
const measured = readFileSync('docs/measured.md', 'utf8')
const pages = globSync(['*.md', 'docs/**/*.md']).map((file) => readFileSync(file, 'utf8'))
const all = Object.keys(benchCommands).toSorted()

const runBench = (...words: string[]) =>
  spawnSync(process.execPath, ['tests/bench/command.ts', ...words], { encoding: 'utf8' })

test('npm run bench runs every bench, by commands that there are', () => {
  expect(commands.filter(([script = '']) => scripts[script] === undefined)).toEqual([])
  const benched = commands.filter(([script]) => script === 'bench').map(([, , name = '']) => name)
  expect([...new Set([...benched, ...withoutClaims])].toSorted()).toEqual(all)
})

test('each bench has a file, behind the launcher of databases where it needs one', () => {
  expect(Object.values(benchCommands).filter(({ file }) => !existsSync(file))).toEqual([])
  expect(findBenchWords('price', ['--cold', 'x'])).toEqual(['tests/bench/price.ts', '--cold', 'x'])
  expect(findBenchWords('admin', ['5'])).toEqual(['lib/launch/with-database.ts', 'tests/bench/admin.ts', '5'])
  expect(findBenchWords('toString', [])).toBeNull()
})

test('list names every bench on a line of its own', () => {
  const { stdout, status } = runBench('list')
  const lines = stdout.trimEnd().split('\n')
  expect(lines.map((line) => line.split(' ', 1)[0]).toSorted()).toEqual(all)
  expect(lines.filter((line) => !/^\S+ +\S.* \S/.test(line))).toEqual([])
  expect(status).toBe(0)
})

test('an unknown bench is refused with the names that there are', () => {
  const { stdout, stderr, status } = runBench('nothing')
  expect(stderr).toContain('There is no bench "nothing"')
  expect(all.filter((name) => !stderr.includes(`\n${name} `))).toEqual([])
  expect([stdout, status]).toEqual(['', 1])
})

test('a bench takes the words after its name, and its exit code is that of the command', () => {
  const { stderr, status } = runBench('table', 'nothing', 'parse')
  expect(stderr).toContain('There is no bench nothing:')
  expect(status).toBe(1)
})

test('the tables of commands in the docs have every bench once, and no other', () => {
  const told = pages.flatMap((page) => [...page.matchAll(/^\| `npm run bench -- ([\w-]+)/gm)])
  expect([...told, ['', 'table']].map(([, name]) => name).toSorted()).toEqual(all)
})

test('commands that the documents name are there', () => {
  const named = pages.flatMap((page) => [...page.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)])
  expect(named.length).toBeGreaterThan(50)
  expect(named.map(([, name = '']) => name).filter((name) => scripts[name] === undefined)).toEqual([])
  const ran = pages.flatMap((page) =>
    [...page.matchAll(/npm run bench -- ([a-z][\w-]*)/g)].map(([, name = '']) => name),
  )
  expect(ran).toContain('table')
  expect(ran.filter((name) => name !== 'list' && !all.includes(name))).toEqual([])
  const rows = [...measured.matchAll(/npm run bench -- table ([a-z][\w -]*)/g)].flatMap(([, names = '']) =>
    names.split(' '),
  )
  expect(rows).toContain('memory-small')
  expect(rows.filter((name) => benches.every((bench) => bench.name !== name))).toEqual([])
})

test('a name takes one bench', () => {
  const names = benches.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
