import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Database } from '#lib/store/connection/database.ts'
import { listPostings } from '#lib/store/lists/postings.ts'
import { runAllRules } from './ruling.ts'
import { addSearched, openSearchedWorld } from './searching.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

type RuleWorld = {
  database: Database
  reader: string
  /** The source that the reader's postings come from. */
  times: number
}

/**
 * A reader of one source for the tests of a file, cleared of rules, postings and what they left before each. What it returns is filled
 * before the first test.
 */
export function openRuleWorld() {
  const world = {} as RuleWorld
  let stop: () => Promise<void>
  beforeAll(async () => {
    const opened = await openSearchedWorld()
    stop = opened.stop
    Object.assign(world, { database: opened.database, reader: opened.reader, times: opened.english })
  })
  beforeEach(async () => {
    await world.database.rule.deleteMany()
    await world.database.posting.deleteMany()
    await world.database.postingState.deleteMany()
    await world.database.ruleRun.deleteMany()
  })
  afterAll(() => stop())

  const find = (title: string, posting = {}) =>
    addSearched(world.database, world.times, { title, ...posting })
  const run = (now = referenceAt) => runAllRules(world.database, now)
  const stateOf = (postingId: bigint, subscriberId = world.reader) =>
    world.database.postingState.findUnique({ where: { subscriberId_postingId: { subscriberId, postingId } } })
  const filter = { show: 'all', starred: false, later: false, order: 'newest' } as const
  const shown = async (change = {}) => {
    const request = { after: null, limit: 50, now: referenceAt }
    const { postings } = await listPostings(world.database, world.reader, { ...filter, ...change }, request)
    return postings.map(({ title }) => title).toSorted()
  }
  return { world, find, run, stateOf, shown }
}
