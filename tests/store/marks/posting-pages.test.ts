import { beforeAll, describe, expect, test } from 'vitest'
import { postingFilter, type PostingFilter } from '#lib/api/postings/postings.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { markRead } from '#lib/store/marks/mark-read.ts'
import { parsePostingCursor } from '#lib/store/ground/posting-cursor.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { listPostings } from '#lib/store/lists/postings.ts'
import { addPlan } from '#tests/support/world/add-plan.ts'
import { listByForce } from '#tests/support/data/list-by-force.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { sampled } from '#tests/support/run/tier.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const minuteMs = 60_000
const seed = 20_260_105
const { database } = await fileDatabase()
let reader: string
let sourceIds: number[]
let random: () => number

beforeAll(async () => {
  random = seededRandom(seed)
  reader = await addReader(database, 'paging')
  sourceIds = []
  for (let n = 0; n < 6; n += 1) {
    const options = n % 3 === 0 ? { folderName: 'Thirds' } : {}
    sourceIds.push((await addSubscription(database, reader, `paging-${n}`, options)).sourceId)
  }
  const stranger = await addReader(database, 'stranger')
  const foreign = await addSubscription(database, stranger, 'foreign')
  // Many at the same instant, so that only the id decides their order.
  for (let n = 0; n < 200; n += 1) {
    const place = referenceAt + Math.floor(random() * 30) * minuteMs
    await addPostings(database, n % 20 === 0 ? foreign.sourceId : pick(sourceIds), [
      { shownAt: place, publishedAt: random() < 0.7 ? place - Math.floor(random() * 40) * minuteMs : null },
    ])
  }
  await addPlans()
  const states = await database.posting.findMany({
    orderBy: { id: 'asc' },
    select: { id: true, sourceId: true },
  })
  const [mid] = states.slice(100)
  if (mid === undefined) throw new Error('no postings')
  await markRead(database, reader, { throughId: mid.id.toString() }, referenceAt)
  for (const { id } of states) {
    if (random() < 0.2) await changePostings(database, reader, [id], { isRead: random() < 0.5 }, referenceAt)
    if (random() < 0.1) await changePostings(database, reader, [id], { isStarred: true }, referenceAt)
  }
})

/** Two sources share a value, so that only their ids decide; the last has no plan. */
async function addPlans(): Promise<void> {
  for (const [n, sourceId] of sourceIds.slice(0, 5).entries())
    await addPlan(database, sourceId, 1, n < 2 ? 3 : n, referenceAt)
}

function pick<T>(items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

async function readAll(filter: PostingFilter, limit: number, betweenPages = async () => {}) {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const after = cursor === null ? null : parsePostingCursor(cursor)
    const page = await listPostings(database, reader, filter, { after, limit, now: referenceAt })
    expect(page.postings.length).toBeLessThanOrEqual(limit)
    ids.push(...page.postings.map((posting) => posting.id))
    expect(new Set(ids).size).toBe(ids.length)
    cursor = page.nextCursor
    await betweenPages()
  } while (cursor !== null)
  return ids
}

const bruteForce = (filter: PostingFilter) => listByForce(database, reader, filter)

describe('pages of postings', () => {
  const shows = ['all', 'unread'] as const
  const orders = ['newest', 'oldest', 'published', 'weight', 'source'] as const
  const scopes = ['everything', 'folder', 'source'] as const
  const cases = shows.flatMap((show) =>
    orders.flatMap((order) =>
      scopes.flatMap((scope) => [true, false].map((starred) => ({ show, order, scope, starred }))),
    ),
  )

  test.each(sampled(cases, 7))(
    'together are the whole list in order: $show, $order, $scope, starred $starred',
    async ({ show, order, scope, starred }) => {
      const folder = await database.folder.findFirstOrThrow({ where: { subscriberId: reader } })
      const inScope = {
        ...(scope === 'folder' ? { folderId: folder.id } : {}),
        ...(scope === 'source' ? { sourceId: sourceIds[3] } : {}),
      }
      const filter = postingFilter.parse({ show, order, starred, ...inScope })
      const expected = await bruteForce(filter)
      expect(expected.length).toBeGreaterThan(0)
      for (const limit of [1, 7, 200])
        expect(await readAll(filter, limit), `limit ${limit}`).toEqual(expected)
    },
  )

  test('neither jump nor repeat while postings arrive', async () => {
    const filter = postingFilter.parse({})
    const expected = await bruteForce(filter)
    const read = await readAll(filter, 9, async () => {
      await addPostings(database, pick(sourceIds), [{ shownAt: referenceAt + 24 * 60 * minuteMs }])
    })
    expect(read).toEqual(expected)
  })

  test('stay in their order when the sources are weighed anew between two pages', async () => {
    const filter = postingFilter.parse({ order: 'weight' })
    const expected = await bruteForce(filter)
    let weight = 10
    const read = await readAll(filter, 9, async () => {
      weight *= 2
      await addPlan(database, pick(sourceIds), weight, 1, referenceAt + minuteMs)
    })
    expect(read).toEqual(expected)
    await database.plan.deleteMany({ where: { madeAt: { gt: new Date(referenceAt) } } })
  })

  test('of the fresh list are those that are younger', async () => {
    const now = referenceAt + 35 * minuteMs
    const young = await database.posting.findMany({
      where: {
        shownAt: { gte: new Date(now - 20 * minuteMs) },
        sourceId: { in: sourceIds },
      },
    })
    expect(young.length).toBeGreaterThan(10)
    const filter = postingFilter.parse({ order: 'weight', freshMinutes: 20 })
    const page = await listPostings(database, reader, filter, { after: null, limit: 200, now })
    expect(page.postings.map(({ id }) => id).toSorted()).toEqual(young.map(({ id }) => `${id}`).toSorted())
  })

  test('of the fresh list stand in bands of weight, each with its youngest first', async () => {
    const [heavy = 0, , , , , unplanned = 0] = sourceIds
    await addPlan(database, heavy, 50, 1, referenceAt)
    const filter = postingFilter.parse({ order: 'weight', freshMinutes: 20 })
    const bandOf = (sourceId: number) => new Map([[heavy, 0], [unplanned, 2]]).get(sourceId) ?? 1 // prettier-ignore
    const postings = await database.posting.findMany({ where: { sourceId: { in: sourceIds } } })
    const expected = postings
      .toSorted(
        (one, other) =>
          bandOf(one.sourceId) - bandOf(other.sourceId) ||
          other.shownAt.getTime() - one.shownAt.getTime() ||
          Number(other.id - one.id),
      )
      .map(({ id }) => id.toString())
    for (const limit of [1, 7, 200]) expect(await readAll(filter, limit), `limit ${limit}`).toEqual(expected)
    await database.plan.deleteMany({ where: { weight: 50 } })
  })

  test('of the fresh list are all of the time when the first was read', async () => {
    const now = referenceAt + 35 * minuteMs
    const filter = postingFilter.parse({ order: 'newest', freshMinutes: 20 })
    const all = await listPostings(database, reader, filter, { after: null, limit: 200, now })
    const first = await listPostings(database, reader, filter, { after: null, limit: 9, now })
    const after = parsePostingCursor(first.nextCursor ?? '')
    const second = await listPostings(database, reader, filter, {
      after,
      limit: 200,
      now: now + 15 * minuteMs,
    })
    expect(second.asOfAt).toBe(first.asOfAt)
    expect([...first.postings, ...second.postings].map(({ id }) => id)).toEqual(
      all.postings.map(({ id }) => id),
    )
  })

  test('do not lose or repeat unread postings that are read while paging', async () => {
    const filter = postingFilter.parse({ show: 'unread' })
    const expected = await bruteForce(filter)
    let done = 0
    const read = await readAll(filter, 9, async () => {
      const seen = expected.slice(done, done + 9).map(BigInt)
      done += 9
      await changePostings(database, reader, seen, { isRead: true }, referenceAt)
    })
    expect(read).toEqual(expected)
    expect(await readAll(filter, 9)).toEqual([])
  })
})
