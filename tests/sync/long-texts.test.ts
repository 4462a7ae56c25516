import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { ask, formOf } from '#tests/support/api/ask.ts'
import { withReaderApps, type ReaderApp } from '#tests/support/programs/reader-app.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { lengthen, longOctets } from '#tests/support/data/long-texts.ts'

const server = withReaderApps()
/** Of these three fit into an answer. */
const count = 7
let app: ReaderApp
let ids: string[]

beforeAll(async () => {
  const reader = await addReader(server.database, 'ada')
  app = await server.app(reader)
  const { sourceId } = await addSubscription(server.database, reader, 'library')
  const added = await addPostings(
    server.database,
    sourceId,
    Array.from({ length: count }, () => ({})),
  )
  await lengthen(server.database, added)
  ids = added.map(String)
})

type Page = { readonly items: readonly { readonly id: string }[]; readonly continuation?: string }

/** The numbers of a page whose texts came whole. */
function read({ items }: { readonly items: readonly object[] }): string[] {
  expect(JSON.stringify(items).length).toBeLessThan(17_000_000)
  expect(JSON.stringify(items).length).toBeGreaterThan(items.length * longOctets)
  return items.map((item) => String((item as { id: string | number }).id)).map(numberOf)
}

const numberOf = (id: string) => (id.startsWith('tag:') ? String(BigInt(`0x${id.split('/').at(-1)}`)) : id)

test.each(['o', 'n'])('a stream of books comes in pages that fit, in order %s, each once', async (order) => {
  const found: string[] = []
  const sizes: number[] = []
  for (let page: Page = { items: [], continuation: '' }; page.continuation !== undefined;) {
    const next = page.continuation === '' ? '' : `&c=${page.continuation}`
    page = (await app.get(`stream/contents?n=1000&r=${order}${next}`)).body as unknown as Page
    found.push(...read(page))
    sizes.push(page.items.length)
  }
  expect(found).toEqual(order === 'o' ? ids : ids.toReversed())
  expect(sizes).toEqual([3, 3, 1])
})

test('of books that are asked for by their numbers come as many as fit; who asks for the rest gets it', async () => {
  const missing = new Set(ids)
  for (let asks = 0; missing.size > 0 && asks < count; asks++) {
    const { body } = await app.post('stream/items/contents', { i: [...missing] })
    for (const id of read(body as unknown as Page)) missing.delete(id)
    expect('continuation' in body).toBe(missing.size > 0)
  }
  expect([...missing]).toEqual([])
})

test('what is left of books that are asked for by their numbers is said, and comes by its continuation', async () => {
  const [found, i]: [string[], string[]] = [[], [...ids, ids[0] ?? '', '999999999']]
  let c: string | undefined = ''
  while (c !== undefined) {
    const page: Page = (await app.post('stream/items/contents', { i, c })).body as unknown as Page
    found.push(...read(page))
    c = page.continuation
  }
  expect(found).toEqual(ids)
})

test('by Fever, too', async () => {
  const key = createHash('md5').update(`ada@example.org:${app.password}`).digest('hex')
  const items = async (query: string) => {
    const answer = await ask(`${server.url}/fever/?api&items${query}`, {
      method: 'POST',
      body: formOf({ api_key: key }),
    })
    return read(answer.body as unknown as Page)
  }
  expect(await items('')).toEqual(ids.slice(0, 3))
  expect(await items(`&since_id=${ids[2]}`)).toEqual(ids.slice(3, 6))
  expect(await items(`&max_id=${ids[6]}`)).toEqual([ids[5], ids[4], ids[3]])
  expect(await items(`&with_ids=${ids.join(',')}`)).toEqual(ids.slice(0, 3))
})

test('what is not shown of postings, as their earlier versions, makes no answer shorter', async () => {
  const reader = await addReader(server.database, 'eve')
  const { sourceId } = await addSubscription(server.database, reader, 'edited')
  const edited = await addPostings(server.database, sourceId, [{}, {}, {}])
  await server.database.$executeRaw`
    INSERT INTO "posting_revision" ("title", "html", "contentHash", "foundAt", "replacedAt", "postingId")
    SELECT '', repeat('word ', ${longOctets / 5}::int), "contentHash", "foundAt", "foundAt", "id"
    FROM "posting", generate_series(1, 3) WHERE "id" = ANY(${edited}::bigint[])`
  await server.database.$executeRaw`
    INSERT INTO "posting_full_text" ("postingId", "html", "tries", "fetchedAt")
    SELECT "id", repeat('word ', ${longOctets / 5}::int), 1, "foundAt" FROM "posting" WHERE "id" = ANY(${edited}::bigint[])`
  const { body } = await (await server.app(reader)).get('stream/contents?n=3')
  expect((body as unknown as Page).items).toHaveLength(3)
  expect(body).not.toHaveProperty('continuation')
})
