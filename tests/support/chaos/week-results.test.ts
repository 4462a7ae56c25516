import { expect, test } from 'vitest'
import { latenessOf, notStored, undisturbed, type StoredPoll } from './week-results.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const trace = new Map([['s', [10 * minuteMs, 20 * minuteMs, 40 * minuteMs]]])

function poll(minute: number, more: Partial<StoredPoll> = {}): StoredPoll {
  const at = minute * minuteMs
  const times = { plannedAt: at, startedAt: at, finishedAt: at + 1000 }
  return { id: BigInt(minute), title: 's', host: 'h', outcome: 'fetched', ...times, ...more }
}

test('a posting that was visible and is not stored by the end of a poll is missing, one from after the week is not', () => {
  const stored = [{ guid: 's#0', foundAt: new Date(30 * minuteMs), pollId: null }]
  const until = 35 * minuteMs
  expect(notStored([poll(30), poll(50)], trace, stored, until)).toEqual(['s#1'])
  expect(notStored([poll(50)], trace, stored, hourMs)).toEqual(['s#1', 's#2'])
  expect(notStored([poll(15, { outcome: 'failed' })], trace, [], until)).toEqual([])
  expect(notStored([poll(15)], trace, stored, until)).toEqual(['s#0']) // found later than it was seen
  const later = [{ guid: 's#0', foundAt: new Date(30 * minuteMs), pollId: 15n }]
  expect(notStored([poll(15)], trace, later, until)).toEqual([]) // of that poll, and stored later
})

test('the lateness of the machine is that of polls whose host has not failed for three hours', () => {
  const polls = [
    poll(0, { plannedAt: -5000 }),
    poll(10, { outcome: 'throttled' }),
    poll(100, { plannedAt: 0 }),
    poll(100, { plannedAt: 100 * minuteMs - 2000, host: 'other' }),
    poll(200, { plannedAt: 200 * minuteMs - 7000 }),
  ]
  expect(latenessOf(undisturbed(polls))).toEqual([0, 2000, 5000, 7000])
})
