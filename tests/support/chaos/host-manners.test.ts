import { expect, test } from 'vitest'
import { judgeManners } from './host-manners.ts'
import type { FaultName } from './faults.ts'
import type { Asked } from './unruly-web.ts'

const minuteMs = 60_000
const facts = { wasHeard: () => true, killed: new Set<string>(), longestRequestMs: 0 }

function ask(minute: number, fault: FaultName | null = null, by = 'one'): Asked {
  return { host: 'a', source: 's', by, at: minute * minuteMs, fault }
}

function kindsOf(asked: readonly Asked[], options: Partial<typeof facts> = {}): string[] {
  return judgeManners(asked, { ...facts, ...options }).breaches.map(({ kind }) => kind)
}

test('a request before the end of a Retry-After is a breach, at its end it is none', () => {
  expect(kindsOf([ask(0, '429 with Retry-After'), ask(119)])).toEqual(['paused'])
  expect(kindsOf([ask(0, '429 with Retry-After'), ask(120)])).toEqual([])
})

test('after a complaint half as many requests as before are allowed in an hour, hops of a redirect counting as one', () => {
  const before = [ask(0), ask(10), ask(20), ask(30, '429 alone')]
  expect(kindsOf([...before, ask(60), ask(90)])).toEqual([])
  expect(kindsOf([...before, ask(60), ask(75), ask(90)])).toEqual(['above its limit'])
  const loop = [ask(60, 'redirect loop'), ask(60.1, 'redirect loop'), ask(60.2, 'redirect loop')]
  expect(kindsOf([...before, ...loop, ask(90)])).toEqual([])
})

test('a host that said when to come back may be asked then, and by its halved limit afterwards', () => {
  const asked = [ask(0, '503 with Retry-After'), ask(15), ask(45)]
  expect(kindsOf(asked)).toEqual([])
  expect(kindsOf([...asked, ask(50)])).toEqual(['above its limit'])
})

test('a complaint that nobody stored is a breach, unless who heard it was killed', () => {
  const asked = [ask(0, '429 with Retry-After'), ask(1)]
  expect(kindsOf(asked, { wasHeard: () => false })).toEqual(['unheard'])
  expect(kindsOf(asked, { wasHeard: () => false, killed: new Set(['one']) })).toEqual([])
})
