import { beforeAll, expect, test } from 'vitest'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { markRead } from '#lib/store/marks/mark-read.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { goClient, minifluxPassword, type MinifluxClient } from '#tests/support/miniflux-app.ts'
import { withReaderApps } from '#tests/support/reader-app.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/reading.ts'

const server = withReaderApps()
const seed = 20_260_105
const random = seededRandom(seed)
const [sources, perSource, pageSize] = [6, 70, 50]
let reader: string
let sourceIds: number[]
let app: MinifluxClient

beforeAll(async () => {
  reader = await addReader(server.database, 'ada')
  sourceIds = []
  for (let n = 0; n < sources; n += 1) {
    const { sourceId } = await addSubscription(server.database, reader, `site-${n}`)
    sourceIds.push(sourceId)
    await addNew(sourceId, perSource)
  }
  await server.database.subscription.updateMany({ data: { readThrough: 0 } })
  app = goClient(server.url, await minifluxPassword(server.database, reader))
})

async function addNew(sourceId: number, count: number): Promise<void> {
  // Published in an order of its own, many at one time.
  const postings = Array.from({ length: count }, () => ({
    publishedAt: Date.UTC(2026, 0, 1 + Math.floor(random() * 5)),
  }))
  await addPostings(server.database, sourceId, postings)
}

/** What an app keeps. */
type Device = { readonly known: Map<number, string>; unread: Set<number>; starred: Set<number> }

/** All pages of a list, counted on as Miniflux's clients do; each entry has to come once. */
async function readAll(query: string, read: (entry: { id: number; title: string }) => void): Promise<void> {
  let offset = 0
  for (;;) {
    const { status, body } = await app('GET', `/v1/entries?${query}&limit=${pageSize}&offset=${offset}`)
    expect(status).toBe(200)
    const { total, entries } = body as { total: number; entries: { id: number; title: string }[] }
    entries.forEach(read)
    offset += entries.length
    if (entries.length === 0 || offset >= total) return
  }
}

async function idsOf(query: string): Promise<Set<number>> {
  const ids: number[] = []
  await readAll(`${query}&order=published_at&direction=desc`, ({ id }) => ids.push(id))
  expect(new Set(ids).size).toBe(ids.length)
  return new Set(ids)
}

/** One sync: first what the reader did, then news by number, then what is unread and starred. */
async function sync(device: Device, acts: readonly { readonly ids: number[]; readonly change: object }[]) {
  for (const { ids, change } of acts) {
    if (ids.length === 0) continue
    expect((await app('PUT', '/v1/entries', { entry_ids: ids, ...change })).status).toBe(204)
  }
  const newest = Math.max(0, ...device.known.keys())
  await readAll(`after_entry_id=${newest}&order=id&direction=asc`, ({ id, title }) => {
    expect(device.known.has(id)).toBe(false)
    device.known.set(id, title)
  })
  device.unread = await idsOf('status=unread')
  device.starred = await idsOf('starred=true')
}

async function onServer() {
  const rows = await server.database.$queryRaw<{ id: bigint; isRead: boolean; isStarred: boolean }[]>`
    SELECT p."id", coalesce(t."isRead", p."id" <= u."readThrough") AS "isRead", t."starredAt" IS NOT NULL AS "isStarred"
    FROM "subscription" u JOIN "posting" p ON p."sourceId" = u."sourceId"
    LEFT JOIN "posting_state" t ON t."subscriberId" = u."subscriberId" AND t."postingId" = p."id"`
  const chosen = (fits: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(fits).map(({ id }) => Number(id))
  return {
    unread: chosen((row) => !row.isRead),
    starred: chosen((row) => row.isStarred),
    all: chosen(() => true),
  }
}

const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b)
const draw = (ids: Iterable<number>, share: number) => [...ids].filter(() => random() < share)

test('420 postings and what comes later are the same on both sides after each of several syncs with acts on both', async () => {
  const device: Device = { known: new Map(), unread: new Set(), starred: new Set() }
  await sync(device, [])
  expect([device.known.size, device.unread.size]).toEqual([sources * perSource, sources * perSource])
  for (let round = 0; round < 3; round += 1) {
    const read = draw(device.unread, 0.3)
    const kept = draw(
      [...device.known.keys()].filter((id) => !device.unread.has(id)),
      0.2,
    )
    const starred = draw(device.known.keys(), 0.1)
    const unstarred = draw(device.starred, 0.5).filter((id) => !starred.includes(id))
    // Meanwhile on the web, and news.
    const web = draw(device.known.keys(), 0.05).map(BigInt)
    await changePostings(server.database, reader, web, { isRead: true, isStarred: true }, Date.now())
    const sourceId = sourceIds[round] ?? 0
    const throughId = (web[Math.floor(web.length / 2)] ?? 0n).toString()
    await markRead(server.database, reader, { sourceId, throughId }, Date.now())
    await addNew(sourceId, 20)
    await sync(device, [
      { ids: read, change: { status: 'read' } },
      { ids: kept, change: { status: 'unread' } },
      { ids: starred, change: { starred: true } },
      { ids: unstarred, change: { starred: false } },
    ])
    const there = await onServer()
    expect(sorted(device.known.keys()), `seed ${seed}, round ${round}`).toEqual(sorted(there.all))
    expect(sorted(device.unread)).toEqual(sorted(there.unread))
    expect(sorted(device.starred)).toEqual(sorted(there.starred))
    for (const id of read) if (!kept.includes(id)) expect(device.unread.has(id)).toBe(false)
    const { body } = await app('GET', '/v1/feeds/counters')
    const { reads, unreads } = body as Record<'reads' | 'unreads', Record<string, number>>
    const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, one) => all + one, 0)
    expect([sum(unreads), sum(reads) + sum(unreads)]).toEqual([there.unread.length, there.all.length])
  }
})
