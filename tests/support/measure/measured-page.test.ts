import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { benches } from '#tests/bench/bench-list.ts'
import { figureLines, withFigures } from '#tests/bench/measured-page.ts'

const run = { commit: 'abc1234', day: '2026-01-05', processors: 2, load: 0.25 }
const claim = { what: 'a|page', value: 30, unit: 'ms', bare: { what: 'an empty page', value: 12 } }
const lines = figureLines('web', [claim], run)

test('figures stand under their command, day, commit and load', () => {
  expect(lines[0]).toBe(
    '`npm run bench -- table --write web`, 2026-01-05, commit abc1234, 2 processors, load 0.3:',
  )
  expect(lines.at(-1)).toBe('| a\\|page | 30 ms | 12 ms | 2.5 |  | an empty page |')
})

test('a bench writes over its own figures and nothing else, and at the end of the page where it has none', () => {
  const once = withFigures('# Measured\n\nBy hand.\n', 'web', lines)
  const both = withFigures(once, 'load', ['others'])
  expect(both.startsWith('# Measured\n\nBy hand.\n')).toBe(true)
  const again = withFigures(both, 'web', ['new'])
  expect(again).toContain('\n\nnew\n\n')
  expect(again).toContain('\n\nothers\n\n')
  expect(again).not.toContain('30 ms')
  expect(withFigures(again, 'web', lines)).toBe(both)
})

test('each place in docs/measured.md is that of a bench, and has an end', () => {
  const page = readFileSync('docs/measured.md', 'utf8')
  const places = [...page.matchAll(/<!-- bench (\S+): .*? -->/g)].map(([, name]) => name)
  expect(places.length).toBeGreaterThan(10)
  expect([...page.matchAll(/<!-- bench (\S+) ends -->/g)].map(([, name]) => name)).toEqual(places)
  expect(places.filter((place) => benches.every(({ name }) => name !== place))).toEqual([])
  for (const place of places)
    expect(withFigures(page, place ?? '', ['new']).slice(-100), place).toBe(page.slice(-100))
})

test('a run that could not write its figures ends before it measures', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tests/bench/all.ts', '--write', 'parse'], {
    env: { ...process.env, PATH: '/nowhere' },
    encoding: 'utf8',
  })
  expect(stderr).toContain('--write needs git')
  expect([status, stdout]).toEqual([1, ''])
})
