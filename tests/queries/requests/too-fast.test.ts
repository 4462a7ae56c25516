import { MutationObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changePostingOptions } from '#lib/queries/postings/postings.ts'
import { createQueryClient } from '#lib/queries/requests/query-client.ts'
import { request } from '#lib/queries/requests/request.ts'

let asked: string[]
let pauses: number[]

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { hidden: false })
  asked = []
  pauses = []
  vi.stubGlobal('fetch', (address: string, { method }: RequestInit) => {
    asked.push(`${method} ${address}`)
    const pause = pauses.shift()
    if (pause === undefined) return Promise.resolve(Response.json({ all: 1 }))
    const error = { code: 'too_many_requests', message: 'wait', requestId: '1' }
    return Promise.resolve(Response.json({ error }, { status: 429, headers: { 'retry-after': `${pause}` } }))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const mark = () => {
  const client = createQueryClient()
  const observer = new MutationObserver(client, changePostingOptions(client))
  return observer.mutate({ id: '9', change: { isRead: true } }).then(
    () => 'done',
    () => 'refused',
  )
}
const marks = () => asked.filter((each) => each === 'PATCH /api/v1/postings/9').length

test('a mark that is one too many in a minute is made when the server wants to be asked again, not sooner', async () => {
  pauses = [45]
  const done = mark()
  await vi.advanceTimersByTimeAsync(44_900)
  expect(marks()).toBe(1)
  await vi.advanceTimersByTimeAsync(200)
  expect([await done, marks()]).toEqual(['done', 2])
})

test('a mark that is refused for an hour, or again and again, is taken back', async () => {
  pauses = [3600]
  expect([await mark(), marks()]).toEqual(['refused', 1])
  pauses = [1, 1, 1]
  const done = mark()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([await done, marks()]).toEqual(['refused', 4])
})

test('what a page asks for waits as long as the server says', async () => {
  pauses = [30]
  const queryFn = () => request<unknown>('GET', '/counts')
  const shown = new QueryObserver(createQueryClient(), { queryKey: ['counts'], queryFn })
  const leave = shown.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(29_000)
  expect([asked.length, shown.getCurrentResult().status]).toEqual([1, 'pending'])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(shown.getCurrentResult().data).toEqual({ all: 1 })
  leave()
})
