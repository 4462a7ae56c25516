import { beforeEach, expect, test } from 'vitest'
import { createStrangerCounts, mostStrangerRequests } from '#lib/web/count-strangers.ts'

const minuteMs = 60_000
let now: number
let enter: ReturnType<typeof createStrangerCounts>

beforeEach(() => {
  now = 100 * minuteMs + 15_000
  enter = createStrangerCounts(mostStrangerRequests, () => now)
})

const pauseOf = (group: string, credential: string | null = null) => enter(group, credential).pauseMs
const flood = (group: string, times: number) => {
  for (let each = 0; each < times; each += 1) pauseOf(group, `made up ${each}`)
}

test('so many of a group in a minute, whatever names they make up; others go on, and the next minute begins anew', () => {
  flood('a', mostStrangerRequests)
  expect([pauseOf('a'), pauseOf('a', 'another'), pauseOf('b')]).toEqual([45_000, 45_000, 0])
  now += 45_000
  expect(pauseOf('a')).toBe(0)
})

test('what proves to be somebody’s is given back, once', () => {
  flood('a', mostStrangerRequests - 1)
  const visit = enter('a', null)
  visit.prove('ada')
  visit.prove('ada')
  expect([pauseOf('a'), pauseOf('a')]).toEqual([0, 45_000])
})

test('what is proved in a later minute takes nothing from that one', () => {
  const visit = enter('a', null)
  now += minuteMs
  flood('a', mostStrangerRequests)
  visit.prove('ada')
  expect(pauseOf('a')).toBe(45_000)
})

test('a credential that proved to be somebody’s goes by a flood for ten minutes', () => {
  enter('a', 'ada').prove('ada')
  flood('a', mostStrangerRequests)
  for (let each = 0; each < 2 * mostStrangerRequests; each += 1) {
    const { pauseMs, prove } = enter('a', 'ada')
    expect(pauseMs).toBe(0)
    prove('ada')
  }
  now += 10 * minuteMs
  flood('a', mostStrangerRequests)
  expect(pauseOf('a', 'ada')).toBe(45_000)
})

test('what a known credential asks and does not prove counts for it alone', () => {
  for (const who of ['ada', 'eve']) enter('a', who).prove(who)
  for (let each = 0; each < mostStrangerRequests; each += 1) expect(pauseOf('a', 'ada')).toBe(0)
  expect([pauseOf('a', 'ada'), pauseOf('b', 'ada'), pauseOf('a', 'eve'), pauseOf('a')]).toEqual([
    45_000, 45_000, 0, 0,
  ])
  now += 45_000
  expect(pauseOf('a', 'ada')).toBe(0)
})

test('a clock that is set back keeps nobody out, nor lets anybody by for longer', () => {
  enter('a', 'ada').prove('ada')
  flood('a', mostStrangerRequests + 1)
  now -= 60 * minuteMs
  expect([pauseOf('a'), pauseOf('b', 'ada')]).toEqual([0, 0])
  flood('b', mostStrangerRequests - 1)
  expect(pauseOf('b', 'ada')).toBe(45_000)
})

test('a flood from more networks than are kept begins anew', () => {
  flood('a', mostStrangerRequests)
  for (let group = 0; group < 50_000; group += 1) pauseOf(`network ${group}`)
  expect(pauseOf('a')).toBe(0)
})
