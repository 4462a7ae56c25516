import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerEvent } from '#lib/api/events/events.ts'
import type { Database } from '#lib/store/connection/database.ts'
import type { ChaosReader } from './chaos-reader.ts'

const retryMs = 200

export type ChaosStream = {
  /** The number of times that it was opened, and that it was told to read everything again. */
  readonly opened: () => number
  readonly resets: () => number
  /** Postings of the kept sources that are stored and that it was not told of. */
  readonly untold: () => Promise<number>
  /** The end of the last stream: by the server's word, or cut off. */
  readonly endedBy: () => 'end' | 'cut' | null
  readonly stop: () => void
}

/**
 * A reader's stream of events: opened again whenever it ends, with the last id that came, as browsers do. `since` is where one stood
 * before anything was stored. After a reset it counts from what is stored then, as a browser that reads everything again.
 */
export function openChaosStream(
  origin: string,
  reader: ChaosReader,
  since: string,
  database: Database,
): ChaosStream {
  const leaving = new AbortController()
  const known = new Set<string>()
  let told = new Map<number, number>()
  let lastId = since
  let opened = 0
  let resets = 0
  let endedBy: 'end' | 'cut' | null = null

  async function countStored(): Promise<Map<number, number>> {
    const rows = await database.posting.groupBy({
      by: ['sourceId'],
      where: { sourceId: { in: [...reader.keptIds] } },
      _count: true,
    })
    return new Map(rows.map(({ sourceId, _count }) => [sourceId, _count]))
  }

  async function hear(block: string): Promise<void> {
    const id = /^id: (.*)$/m.exec(block)?.[1]
    const data = /^data: (.*)$/m.exec(block)?.[1]
    if (data !== undefined && (id === undefined || !known.has(id))) {
      const event = JSON.parse(data) as ServerEvent
      if (event.type === 'postings') told.set(event.sourceId, (told.get(event.sourceId) ?? 0) + event.count)
      if (event.type === 'reset') {
        resets += 1
        told = await countStored()
      }
      if (id !== undefined) known.add(id)
    }
    lastId = id ?? lastId
  }

  async function read(): Promise<void> {
    const headers = { authorization: `Bearer ${reader.token}`, 'last-event-id': lastId }
    const response = await fetch(`${origin}/api/v1/events`, { headers, signal: leaving.signal })
    if (!response.ok || response.body === null) return
    opened += 1
    endedBy = null
    let buffered = ''
    try {
      for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
        const blocks = `${buffered}${text}`.split('\n\n')
        buffered = blocks.pop() ?? ''
        for (const block of blocks) await hear(block)
      }
      endedBy = 'end'
    } catch (error) {
      endedBy = 'cut'
      throw error
    }
  }

  async function keepReading(): Promise<void> {
    while (!leaving.signal.aborted) {
      await read().catch(() => undefined) // the server or the database was killed: read on from the last id
      if (!leaving.signal.aborted) await sleep(retryMs)
    }
  }

  void keepReading()
  return {
    opened: () => opened,
    resets: () => resets,
    endedBy: () => endedBy,
    untold: async () => {
      const stored = await countStored()
      return [...stored].reduce((sum, [id, count]) => sum + Math.max(0, count - (told.get(id) ?? 0)), 0)
    },
    stop: () => leaving.abort(),
  }
}
