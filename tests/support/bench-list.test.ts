import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { benches, withoutClaims } from '../bench/bench-list.ts'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const commands = benches.flatMap((bench) => bench.commands.map(([command = '']) => command))
const all = Object.keys(scripts).filter((name) => name.startsWith('bench:'))

test('npm run bench runs every bench, by commands that there are', () => {
  expect(commands.filter((command) => scripts[command] === undefined)).toEqual([])
  const benched = commands.filter((command) => command.startsWith('bench:'))
  expect([...new Set([...benched, ...withoutClaims])].toSorted()).toEqual(all.toSorted())
})

test("README's table of commands has every bench, and no other", () => {
  const told = readFileSync('README.md', 'utf8').matchAll(/^\| `npm run (?:--silent )?(bench:[\w-]+)/gm)
  expect([...told].map(([, name]) => name).toSorted()).toEqual(all.toSorted())
})

test('a name takes one bench', () => {
  const names = benches.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
