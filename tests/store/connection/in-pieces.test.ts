import { expect, test } from 'vitest'
import { inTurns } from '#lib/store/connection/in-pieces.ts'

const ids = Array.from({ length: 1_000 }, (_, at) => at)

test('however many long lists are read at once, one piece of them is read at a time, and each list is whole', async () => {
  let reading = 0
  let most = 0
  let pieces = 0
  const read = async (some: readonly number[]) => {
    reading += 1
    most = Math.max(most, reading)
    pieces += 1
    await new Promise((resolve) => setImmediate(resolve))
    reading -= 1
    return some
  }
  const lists = await Promise.all(Array.from({ length: 6 }, () => inTurns(ids, read)))
  expect(lists).toEqual(Array.from({ length: 6 }, () => ids))
  expect([most, pieces]).toEqual([1, 24])
})

test('a list that cannot be read keeps no other from being read', async () => {
  const broken = inTurns(ids, () => Promise.reject(new Error('gone')))
  const whole = inTurns(ids, (some) => Promise.resolve(some))
  await expect(broken).rejects.toThrow('gone')
  expect(await whole).toEqual(ids)
})
