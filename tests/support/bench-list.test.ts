import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { benches } from '../bench/bench-list.ts'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

test('npm run bench runs every bench, by commands that there are', () => {
  const commands = benches.flatMap((bench) => bench.commands.map(([command = '']) => command))
  expect(commands.filter((command) => scripts[command] === undefined)).toEqual([])
  // What compares with tables of papers prints remarks, no figures.
  const all = Object.keys(scripts).filter((name) => name.startsWith('bench:') && name !== 'bench:papers')
  const benched = new Set(commands.filter((command) => command.startsWith('bench:')))
  expect([...benched].toSorted()).toEqual(all.toSorted())
})
