import { afterAll, beforeAll, expect, test } from 'vitest'
import * as out from '#app/out/[file]/route.ts'
import { createOutputFeed } from '#lib/store/output-feeds.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { rss } from '../support/feed-documents.ts'
import { createPolledWorld, postingAfter, type PolledWorld } from '../support/polled-world.ts'
import { referenceAt } from '../support/test-clock.ts'

const hourMs = 3_600_000

let world: PolledWorld
const publicUrl = () => world.server.origins[1] ?? ''
beforeAll(async () => {
  world = await createPolledWorld()
  Object.assign(process.env, {
    ...{ DATABASE_URL: world.databaseUrl, PUBLIC_URL: publicUrl() },
    AUTH_SECRET: 'a secret of the tests, at least 32 characters',
  })
})
afterAll(async () => {
  await serverDatabase().$disconnect()
  await world.close()
})

/** What a server is made to ask of itself must not grow (RSSHub, CVE-2024-27927). */
test('who subscribes here to what goes out of here gets each posting once more, however often it is polled', async () => {
  const { database, server } = world
  const reader = await database.user.findFirstOrThrow()
  const asked = { name: 'All', place: { kind: 'all' }, text: 'full', mostEntries: 50 } as const
  const made = await createOutputFeed(database, reader.id, asked, referenceAt)
  if (typeof made === 'string') throw new Error(made)
  const file = `${made.address?.split('/').at(-1) ?? ''}.atom`
  server.route(`/out/${file}`, (_request, response) => {
    const request = new Request(`${publicUrl()}/out/${file}`)
    void out.GET(request, { params: Promise.resolve({ file }) }).then(async (answer) => {
      response.writeHead(answer.status, { 'content-type': 'application/atom+xml' })
      response.end(await answer.text())
    })
  })
  const postings = ['a', 'b', 'c'].map((name) => postingAfter(name, -hourMs))
  server.route('/times', rss({ postings }))
  const times = await world.addSource('/times')
  const own = await world.addSource(`/out/${file}`, 1)
  const counts: { readonly postings: number; readonly aliases: number }[] = []
  for (let poll = 1; poll <= 8; poll += 1) {
    await world.pollAt(times, referenceAt + poll * hourMs)
    await world.pollAt(own, referenceAt + poll * hourMs + 600_000)
    counts.push({
      postings: await database.posting.count({ where: { sourceId: own } }),
      aliases: await database.postingAlias.count({ where: { sourceId: own } }),
    })
  }
  expect(counts.at(-1)?.postings).toBe(postings.length)
  expect(counts.at(-1)).toEqual(counts.at(-4))
})
