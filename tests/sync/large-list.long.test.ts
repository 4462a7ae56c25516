import { expect, test } from 'vitest'
import { withReaderApps } from '#tests/support/programs/reader-app.ts'
import { addReader, addSubscription } from '#tests/support/world/reading.ts'
import { byTier } from '#tests/support/run/tier.ts'

const server = withReaderApps()
/** Twenty pages. */
const sources = 200
const [postings, page] = byTier<readonly [number, number]>({
  night: [200_000, 10_000],
  sample: [20_000, 1_000],
})

test(`${postings} unread postings come in twenty pages, each once, the last as quick as the first`, async () => {
  const { database } = server
  const reader = await addReader(database, 'ada')
  for (let n = 0; n < sources; n += 1) await addSubscription(database, reader, `site-${n}`)
  await database.$executeRaw`
    INSERT INTO "posting" ("key", "title", "html", "excerpt", "contentHash", "foundAt", "isInitial", "shownAt", "sourceId")
    SELECT n, 'Posting', '<p>Text</p>', 'Text', 'hash', now(), false, now(), (
      SELECT array_agg("id" ORDER BY "id") FROM "source")[1 + n * 7919 % ${sources}::int]
    FROM generate_series(1, ${postings}::int) n`
  await database.subscription.updateMany({ data: { readThrough: 0 } })
  await database.$executeRawUnsafe('VACUUM ANALYZE')
  const app = await server.app(reader)
  const state = 'user/-/state/com.google'
  const query = `s=${state}/reading-list&xt=${state}/read&n=${page}`
  const seen = new Set<string>()
  const times: number[] = []
  let continuation = ''
  for (let pages = 0; pages < postings / page; pages += 1) {
    const begunAt = performance.now()
    const { body } = await app.get(`stream/items/ids?${query}${continuation}`)
    times.push(performance.now() - begunAt)
    for (const { id } of body['itemRefs'] as { id: string }[]) seen.add(id)
    continuation = `&c=${String(body['continuation'])}`
  }
  expect([seen.size, continuation]).toEqual([postings, '&c=undefined'])
  // What counts from the beginning for each page takes twenty times as long for the last.
  const [early, late] = [times.slice(0, 5), times.slice(-5)].map((some) => Math.min(...some))
  expect(late, times.map(Math.round).join(' ')).toBeLessThan(4 * (early ?? 0))
})
