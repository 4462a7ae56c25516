import { expect, test } from 'vitest'
import { until, untilNothingIsLeft, whileUnderWay } from './until.ts'

test('what never comes ends with an error that says what was waited for', async () => {
  const patience = { everyMs: 1, patienceMs: 20 }
  await expect(until('the tide turns', () => false, patience)).rejects.toThrow('in vain: the tide turns.')
  const endless = new Promise<void>(() => undefined)
  await expect(whileUnderWay('the flood', endless, () => Promise.resolve(), patience)).rejects.toThrow(
    'in vain: the flood.',
  )
  await expect(untilNothingIsLeft('fish', () => Promise.resolve(1))).rejects.toThrow('still left: fish.')
})

test('what comes ends the wait, and the work gives what came of it', async () => {
  let looks = 0
  await until('the third look', () => (looks += 1) === 3, { everyMs: 0 })
  expect(looks).toBe(3)
  const work = Promise.withResolvers<string>()
  const act = () => Promise.resolve((looks += 1) === 5 ? work.resolve('caught') : undefined)
  expect(await whileUnderWay('the work', work.promise, act)).toBe('caught')
  expect(looks).toBe(5)
  let left = 3
  await untilNothingIsLeft('steps', () => Promise.resolve((left -= 1)))
  expect(left).toBe(0)
})

test('work that fails ends the wait with its own error', async () => {
  const failed = Promise.reject(new Error('the net tore'))
  await expect(whileUnderWay('the work', failed, () => Promise.resolve())).rejects.toThrow('the net tore')
})
