import { expect, test } from 'vitest'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { polledWorldOfEachTest, postingAfter } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { logOfEachTest } from '#tests/support/measure/written-log.ts'

type Line = Readonly<Record<string, unknown>>

const world = polledWorldOfEachTest()
const log = logOfEachTest('debug')

const hourMs = 3_600_000
const secretPath = '/feed?key=secret-of-the-address'
const posting = { ...postingAfter('Title nobody logs', -hourMs), text: 'Text nobody logs' }

function linesOf(sourceId: number): Line[] {
  const lines = log
    .text()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  const parsed = lines.map((line) => JSON.parse(line) as Line)
  // Plans made on the way bear its name, too.
  return parsed.filter((line) => line['sourceId'] === sourceId && String(line['event']).startsWith('poll-'))
}

test('a poll bears one name from claim to end, whose last line has the id it is stored by', async () => {
  world.server.route('/feed', rss({ postings: [posting] }))
  world.server.route('/other', rss({ postings: [postingAfter('Other', -hourMs)] }))
  const id = await world.addSource('/feed')
  const other = await world.addSource('/other', 1)
  await world.pass()
  await world.pollAt(id, referenceAt + hourMs)
  const polls = Map.groupBy(linesOf(id), (line) => line['poll'])
  expect(polls.size).toBe(2)
  const steps = ['poll-claimed', 'poll-fetched', 'poll-parsed', 'poll-decided', 'poll-stored']
  for (const lines of polls.values()) expect(lines.map(({ event }) => event)).toEqual(steps)
  const stored = await world.database.poll.findMany({ where: { sourceId: id }, orderBy: { id: 'asc' } })
  const ids = [...polls.values()].map((lines) => lines.at(-1)?.['pollId'])
  expect(ids).toEqual(stored.map((poll) => poll.id.toString()))
  expect(linesOf(other).some(({ poll }) => polls.has(poll))).toBe(false)
})

test('tells no address, no secret and no text of postings, not even where a poll cannot be stored', async () => {
  world.server.route(secretPath, rss({ postings: [posting] }))
  world.server.route('/feed', rss({ postings: [posting] }))
  // PostgreSQL says which row it refuses, with all that is in it.
  await world.database.$executeRaw`
    ALTER TABLE "posting" ADD CONSTRAINT "refused" CHECK ("title" NOT LIKE '%nobody logs%')`
  await world.addSource(secretPath)
  await world.addSource('/feed', 1)
  await world.pass()
  await world.database.$executeRaw`ALTER TABLE "posting" DROP CONSTRAINT "refused"`
  expect(log.text()).toContain('poll-not-stored')
  expect(await world.database.poll.count({ where: { outcome: 'failed' } })).toBe(2)
  expect(log.text()).not.toContain('nobody logs')
  expect(log.text()).not.toContain('secret-of-the-address')
})
