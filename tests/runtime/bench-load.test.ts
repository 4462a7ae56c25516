import { expect, test } from 'vitest'
import { problemsOf, slopeOf } from '#tests/bench/load-results.ts'

const polls = { made: 160, asked: 166.7 }
const minutes = Array.from({ length: 31 }, (_, minute) => minute)
const flat = minutes.map((minute) => ({ minute, mb: minute < 10 ? 300 + 20 * minute : 500 }))

test('memory that grows while a server warms up and then stays is flat, however it sways', () => {
  expect(slopeOf(flat)).toBeCloseTo(0)
  const swaying = flat.map(({ minute, mb }) => ({ minute, mb: mb + 15 * (-1) ** minute }))
  expect(problemsOf({ polls, acts: [], memory: [{ name: 'web server', samples: swaying }] })).toEqual([])
})

test('memory that goes on growing after the first third is said, with how much a minute', () => {
  const growing = flat.map(({ minute, mb }) => ({ minute, mb: mb + 3 * minute }))
  expect(problemsOf({ polls, acts: [], memory: [{ name: 'aggregator', samples: growing }] })).toEqual([
    'grew: aggregator by 3.0 MB a minute after the first third of the run',
  ])
})

test('answers that are late at the 95th percentile are said, and each act that failed', () => {
  const acts = [
    { name: 'page', p95Ms: 300, errors: 0 },
    { name: 'search', p95Ms: 299, errors: 2 },
    { name: 'stream', p95Ms: NaN, errors: 1 },
  ]
  expect(problemsOf({ polls, acts, memory: [] })).toEqual([
    'missed: page takes 300.0 ms at the 95th percentile, goal 300 ms',
    'failed: search, 2 times',
    'failed: stream, 1 times',
  ])
})

test('readers beside an aggregator that rests prove nothing: too few polls are said', () => {
  expect(problemsOf({ polls: { made: 35.8, asked: 166.7 }, acts: [], memory: [] })).toEqual([
    'polled: 35.8 a second of 166.7 that were asked for',
  ])
})
