import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { importPostings, type ImportRow } from '#lib/store/moving/import-postings.ts'
import { placeImported } from '#lib/store/moving/place-imported.ts'
import { arrivingPosting } from '#tests/support/world/moving.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { threadMs, turnsOf } from '#tests/support/measure/thread-time.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const { database, url } = await fileDatabase()

function rowOf(feedUrl: string | null, title: string, postingUrl: string, html = ''): ImportRow {
  const posting = arrivingPosting({ url: postingUrl, title, html })
  return {
    key: posting.key,
    urls: [postingUrl],
    feedUrl,
    feedTitle: null,
    siteUrl: null,
    posting,
    starredAt: referenceAt,
    laterAt: null,
    labels: [],
    note: '',
    highlights: [],
    isRead: false,
  }
}

test('an import that waits for a mark does not hold the lock that polls store under', async () => {
  const reader = await addReader(database, 'slow')
  const { sourceId } = await addSubscription(database, reader, 'slow')
  const [id = 0n] = await addPostings(database, sourceId, [{}])
  const stored = await database.posting.findUniqueOrThrow({ where: { id } })
  const state = { subscriberId: reader, postingId: id, sourceId }
  await database.postingState.create({ data: state })
  const rows = [
    rowOf('https://slow.example/feed', 'Stored', String(stored.url)),
    rowOf('https://gone.example/feed', 'Gone', 'https://gone.example/1'),
  ]
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  await other.query('BEGIN')
  await other.query('SELECT 1 FROM "posting_state" WHERE "postingId" = $1 FOR UPDATE', [String(id)])
  const importing = importPostings(database, reader, rows, referenceAt)
  const held = `SELECT count(*) FILTER (WHERE NOT granted)::int AS waiting,
    count(*) FILTER (WHERE locktype = 'advisory')::int AS advisory FROM pg_locks
    WHERE pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid())`
  try {
    const seen = await vi.waitUntil(
      async () => {
        const [row] = (await other.query<{ waiting: number; advisory: number }>(held)).rows
        return row !== undefined && row.waiting > 0 ? row : null
      },
      { timeout: 20_000, interval: 20 },
    )
    expect(seen.advisory).toBe(0)
  } finally {
    await other.query('ROLLBACK')
    await other.end()
  }
  expect(await importing).toEqual(['added', 'added'])
  expect(await importPostings(database, reader, rows, referenceAt)).toEqual([
    'already-there',
    'already-there',
  ])
})

test('a posting that retention removes while it is being starred is kept with the text of the file', async () => {
  const reader = await addReader(database, 'removed')
  const { sourceId } = await addSubscription(database, reader, 'removed')
  const [id = 0n] = await addPostings(database, sourceId, [{ title: 'Old' }])
  const stored = await database.posting.findUniqueOrThrow({ where: { id } })
  const row = rowOf('https://removed.example/feed', 'Old', String(stored.url), '<p>Text</p>')
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  await other.query('BEGIN')
  await other.query('DELETE FROM "posting" WHERE "id" = $1', [String(id)])
  const importing = importPostings(database, reader, [row], referenceAt)
  const waiting = `SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted
    AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`
  try {
    await vi.waitUntil(async () => (await other.query<{ count: number }>(waiting)).rows[0]?.count === 1, {
      timeout: 20_000,
      interval: 20,
    })
    await other.query('COMMIT')
  } finally {
    await other.end()
  }
  expect(await importing).toEqual(['added'])
  const [state] = await database.postingState.findMany({ where: { subscriberId: reader } })
  const kept = await database.posting.findUniqueOrThrow({ where: { id: state?.postingId ?? 0n } })
  expect(kept).toMatchObject({ title: 'Old', html: '<p>Text</p>' })
})

test('long texts are compared one by one: others have the thread between two', async () => {
  const reader = await addReader(database, 'long')
  const rows = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) =>
      rowOf(
        null,
        'Long',
        'https://long.example/1',
        `<p>${'lorem ipsum dolor '.repeat(44_000)}${from + n}</p>`,
      ),
    )
  await importPostings(database, reader, rows(0, 10), referenceAt)
  const compared = rows(10, 5)
  const { longestMs, allMs } = await turnsOf(() =>
    database.$transaction((transaction) => placeImported(transaction, reader, compared), { timeout: 60_000 }),
  )
  // A collection of other tests' garbage may fall into one turn.
  expect(longestMs).toBeLessThan(allMs / 3)
})

test('many labels on many postings hardly take more of this thread than one', async () => {
  const reader = await addReader(database, 'labelled')
  const names = Array.from({ length: 300 }, (_, at) => `label ${at}`)
  const rows = (beginning: string, length: number, labels: readonly string[]) =>
    Array.from({ length }, (_, at) => ({
      ...rowOf(null, `${beginning} ${at}`, `https://${beginning}.example/${at}`),
      labels,
    }))
  const bring = (...given: Parameters<typeof rows>) =>
    threadMs(() => importPostings(database, reader, rows(...given), referenceAt))
  await bring('first', 1, names)
  const few = await bring('few', 200, names.slice(0, 1))
  const many = await bring('many', 200, names)
  expect(await database.postingLabel.count({ where: { subscriberId: reader } })).toBe(300 + 200 + 60_000)
  expect(many).toBeLessThan(5 * few)
})
