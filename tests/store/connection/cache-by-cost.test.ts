import { beforeEach, expect, test } from 'vitest'
import { keepCostly } from '#lib/store/connection/cache-by-cost.ts'

const one = {}
const other = {}
let now = 0
let reads = 0
let costMs = 0
const read = keepCostly(
  async () => {
    reads += 1
    now += costMs
    if (costMs === Infinity) throw new Error('unreachable')
    return reads
  },
  { clock: () => now },
)

beforeEach(() => {
  now += 1e9
  reads = 0
})

test('what is quick to read is read each time', async () => {
  costMs = 199
  expect([await read(one), await read(one)]).toEqual([1, 2])
})

test('what is costly to read is kept twenty times as long as it took', async () => {
  costMs = 500
  expect(await read(one)).toBe(1)
  now += 9_999
  expect(await read(one)).toBe(1)
  now += 60_001
  expect(await read(one)).toBe(2)
})

test('it is kept longer where that is asked for, and answers no longer than that', async () => {
  costMs = 500
  const seldom = keepCostly(
    () => {
      now += costMs
      return Promise.resolve((reads += 1))
    },
    { clock: () => now, keptPerCost: 100, answersOnMs: 0 },
  )
  expect(await seldom(one)).toBe(1)
  now += 49_999
  expect(await seldom(one)).toBe(1)
  now += 2
  expect(await seldom(one)).toBe(2)
})

test('for a minute after that it still answers at once, while it is read anew for the next', async () => {
  costMs = 500
  expect(await read(one)).toBe(1)
  now += 10_000 + 59_000
  expect(await Promise.all([read(one), read(one)])).toEqual([1, 1])
  expect(reads).toBe(2)
  expect(await read(one)).toBe(2)
  now += 11_000
  costMs = Infinity
  expect(await read(one)).toBe(2) // what fails in the meantime fails for nobody
  now = 1e10
  costMs = 0
  expect(await read(one)).toBe(4)
})

test('readers at the same time share one reading, of their own key', async () => {
  costMs = 0
  expect(await Promise.all([read(one), read(one), read(other)])).toEqual([1, 1, 2])
})

test('a failed reading is not kept', async () => {
  costMs = Infinity
  await expect(read(one)).rejects.toThrow('unreachable')
  now = 0
  costMs = 0
  expect(await read(one)).toBe(2)
})

test('what was read under another mark answers nobody, nor does a reading of it that is under way', async () => {
  costMs = 500
  let mark = 'before'
  const ends: (() => void)[] = []
  const marked = keepCostly(
    () => {
      now += costMs
      reads += 1
      const made = mark
      return new Promise<string>((resolve) => ends.push(() => resolve(made)))
    },
    { clock: () => now, readMark: () => Promise.resolve(mark) },
  )
  const [old, alsoOld] = [marked(one), marked(one)]
  await expect.poll(() => ends.length).toBe(1)
  mark = 'after'
  const [fresh, alsoFresh] = [marked(one), marked(one)]
  await expect.poll(() => ends.length).toBe(2)
  for (const end of ends.toReversed()) end()
  expect(await Promise.all([old, alsoOld, fresh, alsoFresh])).toEqual(['before', 'before', 'after', 'after'])
  expect(await marked(one)).toBe('after')
  expect(reads).toBe(2)
})
