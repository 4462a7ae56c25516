import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import * as events from '#app/api/v1/events/route.ts'
import type { ServerEvent } from '#lib/api/events/events.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { publicUrl } from '#tests/support/world/accounts.ts'

const patienceMs = 30_000
let lastMark = 0

/** @throws Error when nothing comes in time */
async function inTime<T>(reading: Promise<T>): Promise<T> {
  const given = new AbortController()
  const late = sleep(patienceMs, undefined, given).then(() => {
    throw new Error(`No event came within ${patienceMs / 1000} s.`)
  })
  late.catch(() => undefined) // given up, or told by the race
  return Promise.race([reading, late]).finally(() => given.abort())
}

/** One window: its events in order, read as a browser does, that comes back with `lastId` where that is given. */
export async function openEventWindow(database: Database, token: string, lastId?: string) {
  const closing = new AbortController()
  const headers = {
    authorization: `Bearer ${token}`,
    ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
  }
  const request = new Request(`${publicUrl}/api/v1/events`, { headers, signal: closing.signal })
  const response = await events.GET(request, { params: Promise.resolve({}) })
  if (response.body === null) throw new Error('no body')
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let buffered = ''
  let stands = ''

  async function nextBlock(): Promise<string | null> {
    for (;;) {
      const end = buffered.indexOf('\n\n')
      if (end !== -1) {
        const block = buffered.slice(0, end)
        buffered = buffered.slice(end + 2)
        return block
      }
      const { done, value } = await inTime(reader.read())
      if (done) return null
      buffered += value
    }
  }

  async function next(): Promise<ServerEvent> {
    const block = (await nextBlock()) ?? ''
    stands = /^id: (.*)$/m.exec(block)?.[1] ?? stands
    const name = /^event: (.*)$/m.exec(block)?.[1]
    const data = /^data: (.*)$/m.exec(block)?.[1]
    const event = JSON.parse(data ?? 'null') as ServerEvent
    expect(event.type).toBe(name)
    return event
  }

  /** Reads over what was told of the preparations, up to a mark of its own. */
  async function skipToNow(sourceId: number): Promise<void> {
    const mark = { type: 'postings', sourceId, count: 0, maxId: `${(lastMark += 1)}` } as const
    await notify(database, mark)
    for (let event = await next(); event.type !== 'postings' || event.maxId !== mark.maxId;)
      event = await next()
  }

  /** Of who comes back, what was missed is told first. */
  const missed: ServerEvent[] = []
  let opening = (await nextBlock()) ?? ''
  for (; opening.includes('\ndata: '); opening = (await nextBlock()) ?? '')
    missed.push(JSON.parse(/^data: (.*)$/m.exec(opening)?.[1] ?? 'null') as ServerEvent)
  stands = /^id: (.*)$/m.exec(opening)?.[1] ?? ''
  return {
    response,
    opening,
    missed,
    nextBlock,
    next,
    skipToNow,
    close: () => closing.abort(),
    /** The position of the window: the id that a browser would come back with. */
    lastId: () => stands,
  }
}
