import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#lib/store/connection/database.ts'
import { readEventPosition } from '#lib/store/events/missed-events.ts'
import { addChaosReader, findBrokenWord, readUntil, type Acted, type ChaosReader } from './chaos-reader.ts'
import { openChaosStream } from './chaos-stream.ts'
import type { ChaosWeb } from './chaos-web.ts'

const names = ['ada', 'berta', 'clara']
const toldWithinMs = 20_000

export type ChaosReaders = { readonly readers: readonly ChaosReader[]; readonly since: string }

export type ReadersResult = {
  /** Acts of the readers by how they were answered. */
  readonly acts: Acted['counts']
  /** The places where the database says otherwise than the answers that the readers got. */
  readonly brokenWords: readonly string[]
  /** Postings stored that a stream of events did not tell. */
  readonly untold: number
  /** Streams opened, and how often one was told to read everything again. */
  readonly streams: number
  readonly resets: number
  /** The end of the web server when it was asked to, and of the streams that were open then; the number of times that it ended by itself. */
  readonly webExit: number | string | null
  readonly lastEnds: readonly (string | null)[]
  readonly webOwnEnds: number
}

export async function addChaosReaders(
  database: Database,
  sources: readonly { readonly id: number; readonly url: string }[],
): Promise<ChaosReaders> {
  const readers: ChaosReader[] = []
  for (const name of names) readers.push(await addChaosReader(database, name, sources))
  return { readers, since: await readEventPosition(database) }
}

/** Lets the readers read until `untilAt`; `finish` compares what they were told with the database, and ends the web server. */
export function startReaders(
  { readers, since }: ChaosReaders,
  web: ChaosWeb,
  database: Database,
  untilAt: number,
  seed: number,
) {
  const streams = readers.map((reader) => openChaosStream(web.origin, reader, since, database))
  const reading = Promise.all(
    readers.map((reader, index) => readUntil(web.origin, reader, untilAt, seed + index)),
  )

  async function countUntold(): Promise<number> {
    const counts = await Promise.all(streams.map((stream) => stream.untold()))
    return counts.reduce((sum, count) => sum + count, 0)
  }

  return {
    finish: async (): Promise<ReadersResult> => {
      const acted = await reading
      const toldUntil = Date.now() + toldWithinMs
      while (Date.now() < toldUntil && (await countUntold()) > 0) await sleep(100)
      const untold = await countUntold()
      const webExit = await web.drain()
      await sleep(100) // the ends of the streams are on their way
      const lastEnds = streams.map((stream) => stream.endedBy())
      for (const stream of streams) stream.stop()
      const broken = await Promise.all(
        readers.map((reader, index) => {
          const own = acted[index]
          return own === undefined ? [] : findBrokenWord(database, reader, own)
        }),
      )
      return {
        acts: acted.reduce((sum, { counts }) => addCounts(sum, counts), noActs),
        brokenWords: broken.flat(),
        untold,
        webExit,
        lastEnds,
        webOwnEnds: web.ownEnds(),
        streams: streams.reduce((sum, stream) => sum + stream.opened(), 0),
        resets: streams.reduce((sum, stream) => sum + stream.resets(), 0),
      }
    },
  }
}

const noActs: Acted['counts'] = { done: 0, refused: 0, unanswered: 0, internal: 0 }

function addCounts(a: Acted['counts'], b: Acted['counts']): Acted['counts'] {
  return {
    done: a.done + b.done,
    refused: a.refused + b.refused,
    unanswered: a.unanswered + b.unanswered,
    internal: a.internal + b.internal,
  }
}
