import { startAggregator } from '#lib/aggregator/main.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { openDatabase, type DatabaseOptions } from '#lib/store/connection/database.ts'
import { verifyDatabase } from '#lib/store/server/verify.ts'
import { openDatabaseGate, type DatabaseGate } from './database-gate.ts'
import { rss } from './feed-documents.ts'
import type { PolledWorld } from '#tests/support/world/polled-world.ts'
import { replayContext } from '#tests/support/chaos/replay.ts'

export type GatedAggregator = {
  readonly gate: DatabaseGate
  /** Somebody waits for the source: a planning, as there is one after the first poll, would put it off. */
  readonly makeDue: () => Promise<unknown>
  readonly stop: () => Promise<void>
}

/** An aggregator by the machine's clock, whose database may go; with a source at /feed. */
export async function startGatedAggregator(
  world: PolledWorld,
  options: DatabaseOptions = {},
): Promise<GatedAggregator> {
  const gate = await openDatabaseGate(world.databaseUrl)
  const database = openDatabase(gate.url, options)
  const stop = await startAggregator(replayContext(database, systemClock), gate.url)
  const id = await world.addSource('/feed')
  return {
    gate,
    makeDue: () =>
      world.database.source.update({ where: { id }, data: { nextPollAt: new Date(), isAwaited: true } }),
    stop: async () => {
      await stop()
      await database.$disconnect()
      await gate.shut()
    },
  }
}

/** A document whose postings are a minute old. */
export const posted = (...titles: string[]) =>
  rss({ postings: titles.map((title, n) => ({ title, guid: title, publishedAt: Date.now() - 60_000 - n })) })

/** The names of the invariants that do not hold. */
export async function brokenInvariants(world: PolledWorld): Promise<readonly string[]> {
  const verified = await verifyDatabase(world.database, { now: Date.now(), speed: 1 })
  return verified.filter(({ broken }) => broken > 0).map(({ name }) => name)
}
