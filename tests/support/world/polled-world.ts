import { afterEach, beforeEach } from 'vitest'
import { runPass } from '#lib/aggregator/pass.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'
import type { Database } from '#lib/store/connection/database.ts'
import type { ServedPosting } from '#tests/support/servers/feed-documents.ts'
import { createFeedServer, type FeedServer } from '#tests/support/servers/feed-server.ts'
import { openTestDatabase } from '#tests/support/servers/file-database.ts'
import { addReader } from './reading.ts'
import { replayContext } from '#tests/support/chaos/replay.ts'
import { createTestClock, referenceAt, type TestClock } from '#tests/support/measure/test-clock.ts'

/** A database, three hosts with feeds, a clock that the test moves, and an aggregator that passes when told to. */
export type PolledWorld = {
  readonly database: Database
  readonly databaseUrl: string
  readonly server: FeedServer
  readonly clock: TestClock
  readonly context: (owner?: string) => AggregatorContext
  readonly pass: () => Promise<void>
  /** A source with one subscriber, due at once. Returns its id. */
  readonly addSource: (path: string, host?: number) => Promise<number>
  /** Polls a source at an instant, whatever was planned. */
  readonly pollAt: (id: number, at: number) => Promise<void>
  /** @throws Error when the source is not planned */
  readonly nextPollAt: (id: number) => Promise<number>
  /** Titles of all stored postings in the order of their ids. */
  readonly titles: () => Promise<string[]>
  readonly close: () => Promise<void>
}

/** Makes a world of its own, at the reference instant. */
export async function createPolledWorld(): Promise<PolledWorld> {
  const { database, url: databaseUrl, stop } = await openTestDatabase()
  const server = await createFeedServer({ hosts: 3 })
  const clock = createTestClock()
  const reader = await addReader(database, 'reader')
  const context = (owner?: string) => replayContext(database, clock, owner)
  const pass = async () => void (await runPass(context()))
  return {
    database,
    databaseUrl,
    server,
    clock,
    context,
    pass,
    addSource: (path, host = 0) =>
      addSource(database, `${server.origins[host] ?? ''}${path}`, clock.now(), reader),
    pollAt: async (id, at) => {
      await database.source.update({ where: { id }, data: { nextPollAt: new Date(at) } })
      await clock.set(at)
      await pass()
    },
    nextPollAt: async (id) => {
      const { nextPollAt: at } = await database.source.findUniqueOrThrow({ where: { id } })
      if (at === null) throw new Error(`source ${id} is not planned`)
      return at.getTime()
    },
    titles: async () =>
      (await database.posting.findMany({ orderBy: { id: 'asc' } })).map(({ title }) => title),
    close: async () => {
      await server.close()
      await stop()
    },
  }
}

/** Stands for the world of the running test: each test of the file gets one of its own. Call it outside of tests. */
export function polledWorldOfEachTest(): PolledWorld {
  let world: PolledWorld | null = null
  beforeEach(async () => {
    world = await createPolledWorld()
  })
  afterEach(async () => {
    await world?.close()
    world = null
  })
  return new Proxy({} as PolledWorld, {
    get: (_, key) => {
      if (world === null) throw new Error('no test is running')
      return world[key as keyof PolledWorld]
    },
  })
}

async function addSource(database: Database, url: string, now: number, reader: string): Promise<number> {
  const hostName = new URL(url).hostname
  const { id } = await database.source.create({
    data: {
      url,
      nextPollAt: new Date(now),
      host: { connectOrCreate: { where: { name: hostName }, create: { name: hostName } } },
      subscriptions: { create: { subscriberId: reader } },
    },
  })
  return id
}

/** A posting that appears so long after the reference instant. */
export function postingAfter(title: string, afterMs: number): ServedPosting {
  return { title, guid: title, text: `Text of ${title}`, publishedAt: referenceAt + afterMs }
}
