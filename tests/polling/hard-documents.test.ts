import { expect, test } from 'vitest'
import { runPass } from '#lib/aggregator/pass.ts'
import { createParsePool } from '#lib/documents/threads/parse-in-worker.ts'
import { document, rss } from '#tests/support/servers/feed-documents.ts'
import { polledWorldOfEachTest, postingAfter } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const hourMs = 3_600_000

const world = polledWorldOfEachTest()

test('a JSON Feed with NUL escapes is stored without them', async () => {
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'N\u0000UL',
    items: [
      { id: 'i\u0000d', title: 't\u0000itle', content_text: 'te\u0000xt', url: 'http://example.org/1' },
    ],
  }
  world.server.route('/feed', document(JSON.stringify(feed), 'application/feed+json'))
  await world.addSource('/feed')
  await world.pass()
  expect(
    await world.database.posting.findMany({ select: { title: true, guid: true, excerpt: true } }),
  ).toEqual([{ title: 'title', guid: 'id', excerpt: 'text' }])
})

test('a thread that was ended is not laid to the feed, which is read the next time', async () => {
  world.server.route('/feed', rss({ postings: [postingAfter('a', -hourMs)] }))
  const id = await world.addSource('/feed')
  const parser = createParsePool()
  await parser.close()
  await runPass({ ...world.context(), parser })
  const { lastError } = await world.database.source.findUniqueOrThrow({ where: { id } })
  expect(lastError).toEqual({ code: 'documentUnread', values: {} })
  await world.clock.set(await world.nextPollAt(id))
  await world.pass()
  expect(await world.titles()).toEqual(['a'])
})

test('a document that cannot be stored is recorded as a failure and backs off', async () => {
  world.server.route('/feed', rss({ postings: [postingAfter('a', -hourMs)] }))
  const id = await world.addSource('/feed')
  await world.database.$executeRaw`ALTER TABLE "posting" ADD CONSTRAINT "full" CHECK (false)`
  await world.pass()
  const [poll, ...others] = await world.database.poll.findMany()
  expect(others).toEqual([])
  expect(poll).toMatchObject({ outcome: 'failed', consecutiveFailures: 1, newPostings: 0 })
  expect(await world.nextPollAt(id)).toBeGreaterThan(referenceAt + 60_000)
  await world.database.$executeRaw`ALTER TABLE "posting" DROP CONSTRAINT "full"`
  await world.clock.set(await world.nextPollAt(id))
  await world.pass()
  expect(await world.titles()).toEqual(['a'])
})

test('a note whose title is its address is stored without it, and one that was stored with it loses it without an edit', async () => {
  const link = 'https://example.org/notes/7'
  const note = (host: string) => {
    const text = `The first <a href="https://${host}/">swallow</a>.`
    return { ...postingAfter(link, -hourMs), guid: '1', link, text }
  }
  world.server.route('/feed', rss({ postings: [note('a.example')] }))
  const id = await world.addSource('/feed')
  await world.pass()
  expect(await world.titles()).toEqual([''])
  await world.database.posting.updateMany({ data: { title: link } })
  world.server.route('/feed', rss({ postings: [note('a.example'), postingAfter('Another', hourMs)] }))
  await world.pollAt(id, referenceAt + 2 * hourMs)
  expect(await world.database.posting.findMany({ select: { title: true, editedAt: true } })).toEqual([
    { title: '', editedAt: null },
    { title: 'Another', editedAt: null },
  ])
  await world.database.posting.updateMany({ where: { guid: '1' }, data: { title: link } })
  world.server.route('/feed', rss({ postings: [note('b.example')] }))
  await world.pollAt(id, referenceAt + 3 * hourMs)
  expect(await world.database.posting.findFirst({ where: { guid: '1' } })).toMatchObject({
    ...{ title: '', html: expect.stringContaining('b.example') as unknown, editedAt: null },
  })
})

test('titles, addresses and enclosures of any length are stored within limits', async () => {
  const endless = {
    ...postingAfter('x'.repeat(1_000_000), -hourMs),
    guid: '1',
    link: `http://example.org/${'y'.repeat(9_000)}`,
  }
  world.server.route('/feed', rss({ title: 'z'.repeat(1_000_000), postings: [endless] }))
  await world.addSource('/feed')
  await world.pass()
  const posting = await world.database.posting.findFirstOrThrow({ include: { source: true } })
  expect(posting.title).toBe(`${'x'.repeat(499)}…`)
  expect(posting.url).toBeNull()
  expect(posting.source.title).toHaveLength(300)
})

test('what somebody waits for is polled before everything that was due earlier', async () => {
  for (let index = 0; index < 5; index++) {
    world.server.route(`/${index}`, rss({ postings: [postingAfter(`p${index}`, -hourMs)] }))
    await world.addSource(`/${index}`)
  }
  const last = await world.database.source.findFirstOrThrow({ where: { url: { endsWith: '/4' } } })
  await world.clock.set(referenceAt + hourMs)
  await world.database.source.update({
    where: { id: last.id },
    data: { nextPollAt: new Date(referenceAt + hourMs), isAwaited: true },
  })
  await world.pass()
  expect(world.server.requests.map(({ path }) => path)).toEqual(['/4'])
  expect(await world.database.source.count({ where: { isAwaited: true } })).toBe(0)
})
