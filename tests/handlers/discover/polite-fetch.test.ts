import { expect, test } from 'vitest'
import { oneByOne } from '#lib/handlers/discover/polite-fetch.ts'

test('a request that fails is followed by the next to its host, never two at once', async () => {
  const inOrder = oneByOne()
  let running = 0
  const ask = (isGood: boolean) => async () => {
    running += 1
    expect(running).toBe(1)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    if (!isGood) throw new Error('connection lost')
    return 'answered'
  }
  const results = await Promise.allSettled(
    [true, false, true].map((isGood) => inOrder('a.example', ask(isGood))),
  )
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('hosts do not wait for each other', async () => {
  const inOrder = oneByOne()
  void inOrder('slow.example', () => new Promise(() => undefined))
  expect(await inOrder('fast.example', () => Promise.resolve('answered'))).toBe('answered')
})
