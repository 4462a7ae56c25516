import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { listLabSources, readLabSources } from '#lib/store/lab/lab-sources.ts'
import { createTestDatabase } from '#tests/support/servers/database.ts'

const hourMs = 3_600_000
const takeoverAt = Date.UTC(2026, 0, 12)
const endAt = takeoverAt + 24 * hourMs
const at = (hours: number) => new Date(takeoverAt + hours * hourMs)

let database: Database
let drop: () => Promise<void>

beforeAll(async () => {
  const created = await createTestDatabase()
  drop = created.drop
  database = openDatabase(created.url)
  await database.user.create({ data: { id: 'reader', name: 'Reader', email: 'reader@example.org' } })
  await database.host.create({ data: { name: 'example.org' } })
  await storeSource(1, { polls: [-5, -1, 3, 6], title: '100% harbour' })
  await storeSource(2, { polls: [2, 6], title: 'Later' })
})
afterAll(async () => {
  await database.$disconnect()
  await drop()
})

async function storeSource(id: number, given: { readonly polls: readonly number[]; readonly title: string }) {
  const [first = 0] = given.polls
  await database.source.create({
    data: {
      id,
      url: `http://example.org/${id}`,
      title: given.title,
      hostName: 'example.org',
      weightFactor: 2,
      firstPolledAt: at(first),
      subscriptions: { create: { subscriberId: 'reader' } },
      polls: {
        create: given.polls.map((hour) => ({
          startedAt: at(hour),
          finishedAt: at(hour),
          factOutcome: 'changed',
          consecutiveFailures: 0,
          outcome: hour === 6 ? 'failed' : 'fetched',
          windowSize: 4,
          nextPollAt: at(hour + 2),
        })),
      },
    },
  })
}

type Given = { readonly key: string; readonly published: number | null; readonly found: number }

async function storePosting(
  given: Given,
  more: { readonly notBefore?: number; readonly isPushed?: true } = {},
) {
  const { key, published, found } = given
  await database.posting.create({
    data: {
      sourceId: 1,
      key,
      title: key,
      html: '',
      excerpt: '',
      contentHash: key,
      isInitial: false,
      publishedAt: published === null ? null : at(published),
      foundAt: at(found),
      shownAt: at(found),
      pollId: more.isPushed === true ? null : 1n,
      notBeforeAt: more.notBefore === undefined ? null : at(more.notBefore),
    },
  })
}

test('a posting could be found from its date on, or from when a poll saw that it was not there yet', async () => {
  await storePosting({ key: 'known', published: -3, found: -1 })
  await storePosting({ key: 'plain', published: 1, found: 3 }, { notBefore: -1 })
  await storePosting({ key: 'late', published: 2, found: 6 }, { notBefore: 3 })
  await storePosting({ key: 'undated', published: null, found: 5 }, { notBefore: 3 })
  await storePosting({ key: 'pushed', published: 7, found: 7.5 }, { isPushed: true })
  await storePosting({ key: 'after', published: 25, found: 26 })
  const [source] = await readLabSources(database, [1], { takeoverAt, endAt, weights: 'now' })
  expect(source).toMatchObject({
    sourceId: 1,
    weight: 2,
    windowSize: 4,
    knownTimes: [at(-3).getTime()],
    polledAt: at(-1).getTime(),
    nextPollAt: at(1).getTime(),
    failedPolls: 1,
    polls: [at(3).getTime(), at(6).getTime()],
  })
  expect([...(source?.times ?? [])]).toEqual(
    [at(1), new Date(at(3).getTime() + 1), at(5), at(7.5)].map((instant) => instant.getTime()),
  )
  expect([...(source?.lagMs ?? [])].slice(0, 2)).toEqual([0, hourMs + 1])
  expect([...(source?.isCounted ?? [])]).toEqual([1, 1, 0, 0])
})

test('sources first polled within the span are left out; weights may be others; words are taken as they stand', async () => {
  const span = { takeoverAt, endAt }
  expect(await readLabSources(database, [2], { ...span, weights: 'now' })).toEqual([])
  expect((await readLabSources(database, [1], { ...span, weights: 'alike' }))[0]?.weight).toBe(1)
  expect((await readLabSources(database, [1], { ...span, weights: 'subscribers' }))[0]?.weight).toBe(1)
  expect(await listLabSources(database, { takeoverAt, search: '' }, 10)).toEqual({ ids: [1], all: 1 })
  expect(await listLabSources(database, { takeoverAt, search: '0% HAR' }, 10)).toEqual({ ids: [1], all: 1 })
  expect(await listLabSources(database, { takeoverAt, search: '1%h' }, 10)).toEqual({ ids: [], all: 0 })
})
