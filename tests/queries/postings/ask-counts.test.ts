import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askDayStrip, askFreshCount, askUnread } from '#lib/queries/postings/ask-counts.ts'

const counts = { all: 3, starred: 0, later: 0, bySource: {}, byFolder: {}, byLabel: {} }
const day = { startAt: '2026-01-05T00:00:00.000Z', found: [], unread: [] }
const answers: Readonly<Record<string, unknown>> = {
  '/api/v1/counts': counts,
  '/api/v1/postings/day': day,
  '/api/v1/postings/fresh': { unread: 2 },
  '/api/v1/counts/all': { counts, day, fresh: { unread: 2 } },
}

let asked: string[] = []
/** Addresses that nobody answers. */
let silent: readonly string[] = []

beforeEach(() => {
  asked = []
  silent = []
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address)
    const [path = ''] = address.split('?', 1)
    return silent.includes(path)
      ? Promise.reject(new Error('gone'))
      : Promise.resolve(Response.json(answers[path]))
  })
})
afterEach(() => vi.unstubAllGlobals())

test('what is asked for at the same moment is one request', async () => {
  const all = await Promise.all([askUnread(), askDayStrip(), askFreshCount(30)])
  expect(all).toEqual([counts, day, { unread: 2 }])
  expect(asked).toEqual(['/api/v1/counts/all?fresh=30&day=true'])
  expect(await Promise.all([askUnread(), askDayStrip()])).toEqual([counts, day])
  expect(asked.slice(1)).toEqual(['/api/v1/counts/all?day=true'])
})

test('one thing alone is asked for by itself, and so are two lanes', async () => {
  expect(await askDayStrip()).toEqual(day)
  expect(await askUnread()).toEqual(counts)
  expect(await Promise.all([askFreshCount(30), askFreshCount(60)])).toEqual([{ unread: 2 }, { unread: 2 }])
  expect(asked).toEqual([
    ...['/api/v1/postings/day', '/api/v1/counts'],
    ...['/api/v1/postings/fresh?minutes=30', '/api/v1/postings/fresh?minutes=60'],
  ])
})

test('without a network they are asked for one by one, as they are kept', async () => {
  silent = ['/api/v1/counts/all']
  expect(await Promise.all([askUnread(), askDayStrip()])).toEqual([counts, day])
  expect(asked.slice(1).sort()).toEqual(['/api/v1/counts', '/api/v1/postings/day'])
})
