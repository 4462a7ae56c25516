import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { benches, withoutClaims } from '../bench/bench-list.ts'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const commands = benches.flatMap((bench) => bench.commands.map(([command = '']) => command))
const readme = readFileSync('README.md', 'utf8')
const all = Object.keys(scripts).filter((name) => name.startsWith('bench:'))

test('npm run bench runs every bench, by commands that there are', () => {
  expect(commands.filter((command) => scripts[command] === undefined)).toEqual([])
  const benched = commands.filter((command) => command.startsWith('bench:'))
  expect([...new Set([...benched, ...withoutClaims])].toSorted()).toEqual(all.toSorted())
})

test("README's table of commands has every bench, and no other", () => {
  const told = readme.matchAll(/^\| `npm run (bench:[\w-]+)/gm)
  expect([...told].map(([, name]) => name).toSorted()).toEqual(all.toSorted())
})

test('what README says to run is there', () => {
  const ran = [...readme.matchAll(/npm run (bench:[\w-]+)/g)].map(([, name = '']) => name)
  expect(ran.filter((name) => !all.includes(name))).toEqual([])
  const named = [...readme.matchAll(/npm run bench -- ([a-z][\w -]*)/g)].flatMap(([, names = '']) =>
    names.split(' '),
  )
  expect(named).toContain('memory-small')
  expect(named.filter((name) => benches.every((bench) => bench.name !== name))).toEqual([])
})

test('a name takes one bench', () => {
  const names = benches.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
