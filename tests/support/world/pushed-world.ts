import { askHubs } from '#lib/polling/ask-hubs.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'
import { runPass } from '#lib/aggregator/pass.ts'
import { storeDeliveries } from '#lib/polling/store-deliveries.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { startServerDatabase } from './accounts.ts'
import { startCallbackServer } from '#tests/support/servers/callback-server.ts'
import { rss, rssDocument, type ServedPosting } from '#tests/support/servers/feed-documents.ts'
import { createFeedServer, type FeedServer } from '#tests/support/servers/feed-server.ts'
import { addReader } from './reading.ts'
import { replayContext } from '#tests/support/chaos/replay.ts'
import { createTestClock, type TestClock } from '#tests/support/measure/test-clock.ts'
import { startWebSubHub, type WebSubHub } from '#tests/support/servers/websub-hub.ts'

/**
 * A reader's source, the hub that pushes it, and this server's callbacks, all over real HTTP. The callbacks live in the
 * machine's time, so the test's clock starts there.
 */
export type PushedWorld = {
  readonly database: Database
  readonly databaseUrl: string
  readonly server: FeedServer
  readonly hub: WebSubHub
  readonly clock: TestClock
  readonly context: AggregatorContext
  readonly callbackOrigin: string
  /** Address of the feed, and its topic. */
  readonly topic: string
  readonly sourceId: number
  /** The postings that the feed shows to polls; tests add to them. */
  readonly postings: ServedPosting[]
  readonly pass: () => Promise<unknown>
  readonly askHubs: () => Promise<void>
  readonly storeDeliveries: () => Promise<void>
  /** First poll, and the hub asked. */
  readonly subscribe: () => Promise<void>
  /** Delivers postings of these titles and stores them. */
  readonly push: (...titles: readonly string[]) => Promise<void>
  readonly pollAt: (at: number) => Promise<void>
  readonly titles: () => Promise<string[]>
  readonly close: () => Promise<void>
}

export async function createPushedWorld(): Promise<PushedWorld> {
  const { database, url: databaseUrl, stop } = await startServerDatabase()
  const [server, hub, callbacks] = await Promise.all([
    createFeedServer(),
    startWebSubHub(),
    startCallbackServer(),
  ])
  const clock = createTestClock(Date.now())
  const topic = `${server.origin}/feed`
  const postings = [postingOf('first', clock.now() - 60_000)]
  const headers = { link: `<${hub.url}>; rel="hub", <${topic}>; rel="self"` }
  server.route('/feed', rss({ postings, headers }))
  const context = { ...replayContext(database, clock), callbackUrl: callbacks.origin }
  const { id: sourceId } = await database.source.create({
    data: {
      url: topic,
      nextPollAt: new Date(clock.now()),
      host: { create: { name: '127.0.0.1' } },
      subscriptions: { create: { subscriberId: await addReader(database, 'reader') } },
    },
  })
  const pass = () => runPass(context)
  const store = () => storeDeliveries(context)
  return {
    database,
    databaseUrl,
    server,
    hub,
    clock,
    context,
    topic,
    sourceId,
    postings,
    pass,
    callbackOrigin: callbacks.origin,
    askHubs: () => askHubs(context),
    storeDeliveries: store,
    subscribe: async () => {
      await pass()
      await askHubs(context)
    },
    push: async (...titles) => {
      for (const title of titles) {
        postings.push(postingOf(title, clock.now()))
        await hub.deliver(topic, rssDocument('A feed', postings.slice(-1)))
      }
      await store()
    },
    pollAt: async (at) => {
      await database.source.update({ where: { id: sourceId }, data: { nextPollAt: new Date(at) } })
      await clock.set(at)
      await pass()
    },
    titles: async () =>
      (await database.posting.findMany({ orderBy: { id: 'asc' } })).map(({ title }) => title),
    close: async () => {
      await Promise.all([server.close(), hub.close(), callbacks.close()])
      await stop()
    },
  }
}

/** A posting that keeps its identity by its guid. */
export function postingOf(title: string, publishedAt: number): ServedPosting {
  return { guid: title, title, text: `Text of ${title}`, publishedAt }
}
