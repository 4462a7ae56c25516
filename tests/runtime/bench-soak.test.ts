import { expect, test } from 'vitest'
import { judge, type Look } from '#tests/bench/soak-limits.ts'
import { startProcess } from '#tests/bench/soak-process.ts'

const limits = [
  { of: ' heap', noise: 6, share: 0.06 },
  { of: 'rows session', noise: 40, share: 0.12 },
]
const look = (values: (minute: number) => Record<string, number>): Look[] =>
  Array.from({ length: 29 }, (_, index) => ({ minute: index / 2, values: values(index / 2) }))
const leaksOf = (looks: readonly Look[]) =>
  judge(looks, limits).flatMap(({ name, isLeak }) => (isLeak ? [name] : []))

test('what grows while a server warms up and then stays is no leak, however it sways', () => {
  const warm = (minute: number) => 60 + 10 * Math.min(4, minute)
  expect(leaksOf(look((minute) => ({ 'web heap': warm(minute) })))).toEqual([])
  expect(leaksOf(look((minute) => ({ 'web heap': warm(minute) + 3 * (-1) ** (2 * minute) })))).toEqual([])
})

test('what goes on growing by more than it sways is a leak, of rows as of memory', () => {
  const looks = look((minute) => ({
    'web heap': 100 + minute,
    'rows session': 120 + 6 * minute,
    'rows posting': 400 * minute,
  }))
  const judged = judge(looks, limits)
  expect(judged.map(({ name, isLeak }) => [name, isLeak])).toEqual([
    ['web heap', true],
    ['rows session', true],
    ['rows posting', false],
  ])
  expect(judged.map(({ grown }) => Math.round(grown))).toEqual([9, 56, 3733])
})

test('few looks are no reason to call anything a leak', () => {
  expect(leaksOf(look((minute) => ({ 'web heap': 50 * minute })).slice(0, 5))).toEqual([])
})

/** Holds, for each of its ticks, a megabyte, a buffer outside of the heap, a timer and an open file; and says what is an error. */
const leaking = `
  const held = []
  const { openSync } = require('node:fs')
  setInterval(() => {}, 1000)
  process.on('SIGTERM', () => process.exit(0))
  globalThis.leak = () => {
    held.push('x'.repeat(1e6).split(''), Buffer.alloc(1e6), setInterval(() => {}, 1e6), openSync('/dev/null'))
    console.error(JSON.stringify({ at: '2026', level: 'error', event: 'leaked' }))
    console.error(JSON.stringify({ at: '2026', level: 'warn', event: 'told' }))
  }
  process.on('SIGUSR2', () => globalThis.leak())
  console.error('ready')`

test('a process is seen to hold more memory, timers and files than before, and its errors are counted', async () => {
  const role = {
    name: 'leaking',
    command: process.execPath,
    args: ['-e', leaking],
    cwd: '.',
    env: process.env,
  }
  const one = await startProcess('leaking', { ...role, orphanSignal: 'KILL' }, {})
  await expect.poll(async () => (await one.look()) && one.resources()['Timeout']).toBe(1) // its script has run
  const before = await one.look()
  process.kill(one.pid, 'SIGUSR2')
  await expect.poll(() => one.errors().count).toBe(1)
  const after = await one.look()
  const grown = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
  expect(grown('heap')).toBeGreaterThan(5)
  expect(grown('outside')).toBeGreaterThan(0.9)
  expect([grown('handles'), grown('open files'), grown('threads')]).toEqual([1, 1, 0])
  expect(one.ended()).toBe(null)
  expect(await one.stop()).toBe(0)
})
