import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { schedule, type Scheduled } from '#lib/runtime/schedule.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const hourMs = 3_600_000

let [seconds, minutes]: [number[], number[]] = [[], []]
let tasks: Scheduled[] = []

beforeEach(() => {
  vi.useFakeTimers({ now: referenceAt + 500 })
  ;[seconds, minutes] = [[], []]
  tasks = [
    schedule('* * * * * *', () => seconds.push(Date.now())),
    schedule('20 * * * * *', () => minutes.push(Date.now())),
  ]
})
afterEach(() => {
  for (const task of tasks) task.destroy()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('work of each second and of a second of each minute is done once at each', async () => {
  await vi.advanceTimersByTimeAsync(2 * 60_000)
  expect(seconds).toHaveLength(120)
  expect(minutes.map((at) => Math.floor((at - referenceAt) / 1000))).toEqual([20, 80])
})

test.each([-hourMs, hourMs, -24 * hourMs, 400 * 24 * hourMs])(
  'after a clock was set by %i ms work goes on at once, and is not done for what lies between',
  async (jumpMs) => {
    await vi.advanceTimersByTimeAsync(3_000)
    expect(seconds).toHaveLength(3)
    vi.setSystemTime(Date.now() + jumpMs)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(seconds.length).toBeGreaterThanOrEqual(6)
    expect(seconds.length).toBeLessThanOrEqual(7)
    expect(minutes).toEqual([])
  },
)

test('a process that stood still over the second of a minute does its work as soon as it goes on, once', async () => {
  await vi.advanceTimersByTimeAsync(10_000)
  vi.setSystemTime(Date.now() + 30_000)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(minutes).toHaveLength(1)
})

test('tasks of the same second are begun one after the other, none of them late', async () => {
  const begun: number[] = []
  tasks.push(...Array.from({ length: 15 }, () => schedule('* * * * * *', () => begun.push(Date.now()))))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(new Set(begun).size).toBe(15)
  expect(Math.max(...begun) - referenceAt).toBeLessThan(1_500)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(begun).toHaveLength(15 * 61)
})

test('work that is ended is not done again', async () => {
  tasks[0]?.destroy()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(seconds).toEqual([])
  expect(minutes).toHaveLength(1)
})
