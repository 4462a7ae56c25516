import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { benches, withoutClaims } from '../bench/bench-list.ts'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const commands = benches.flatMap((bench) => bench.commands.map(([command = '']) => command))
const measured = readFileSync('docs/measured.md', 'utf8')
const pages = globSync(['*.md', 'docs/**/*.md']).map((file) => readFileSync(file, 'utf8'))
const all = Object.keys(scripts).filter((name) => name.startsWith('bench:'))

test('npm run bench runs every bench, by commands that there are', () => {
  expect(commands.filter((command) => scripts[command] === undefined)).toEqual([])
  const benched = commands.filter((command) => command.startsWith('bench:'))
  expect([...new Set([...benched, ...withoutClaims])].toSorted()).toEqual(all.toSorted())
})

test('the table of commands in docs/measured.md has every bench, and no other', () => {
  const told = measured.matchAll(/^\| `npm run (bench:[\w-]+)/gm)
  expect([...told].map(([, name]) => name).toSorted()).toEqual(all.toSorted())
})

test('commands that the documents name are there', () => {
  const named = pages.flatMap((page) => [...page.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)])
  expect(named.length).toBeGreaterThan(50)
  expect(named.map(([, name = '']) => name).filter((name) => scripts[name] === undefined)).toEqual([])
  const ran = [...measured.matchAll(/npm run bench -- ([a-z][\w -]*)/g)].flatMap(([, names = '']) =>
    names.split(' '),
  )
  expect(ran).toContain('memory-small')
  expect(ran.filter((name) => benches.every((bench) => bench.name !== name))).toEqual([])
})

test('a name takes one bench', () => {
  const names = benches.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
