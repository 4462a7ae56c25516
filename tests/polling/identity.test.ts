import { describe, expect, test } from 'vitest'
import { changingFeed, fivePostings } from '#tests/support/servers/changing-feed.ts'
import type { ServedPosting } from '#tests/support/servers/feed-documents.ts'
import { polledWorldOfEachTest } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const world = polledWorldOfEachTest()
const { serve, ids, pollTwice } = changingFeed(world)

type Change = (posting: ServedPosting, index: number) => ServedPosting
const changes: Readonly<Record<string, Change>> = {
  'titles are edited': (one) => ({ ...one, title: `${one.title}, corrected` }),
  'all are re-dated': (one) => ({ ...one, publishedAt: one.publishedAt + 17 * minuteMs }),
  'the site moves to another host': (one) => ({
    ...one,
    link: one.link?.replace('blog.example.org', 'example.net'),
  }),
  'the site moves to https': (one) => ({ ...one, link: one.link?.replace('http:', 'https:') }),
  'links get trackers': (one) => ({ ...one, link: `${one.link}&utm_source=rss&utm_medium=feed` }),
  'all ids change at once': (one, index) => ({ ...one, guid: `post-${index}` }),
  'all ids and dates change at once': (one, index) => ({
    ...one,
    guid: `post-${index}`,
    publishedAt: one.publishedAt + 17 * minuteMs,
  }),
  'ids, host and texts change at once': (one, index) => ({
    ...one,
    guid: `post-${index}`,
    link: one.link?.replace('blog.example.org', 'example.net'),
    text: `Rewritten for the new system, number ${index}`,
    publishedAt: one.publishedAt + 17 * minuteMs,
  }),
  'ids and the scheme of links change at once': (one, index) => ({
    ...one,
    guid: `post-${index}`,
    link: `https://example.net/archive/${index}`,
  }),
  'guids are left out': ({ guid: _, ...one }) => one,
  'one guid stands for all': (one) => ({ ...one, guid: 'tag:Tides' }),
}

describe('postings keep their identity when', () => {
  test.each(Object.entries(changes))('%s', async (_name, change) => {
    const { id, first, second } = await pollTwice(fivePostings, fivePostings.map(change))
    expect(first).toHaveLength(5)
    expect(second).toEqual(first)
    // And at the poll after that, by the keys that were learnt.
    serve([...fivePostings].reverse().map(change))
    await world.pollAt(id, referenceAt + 2 * hourMs)
    expect(await ids()).toEqual(first)
  })

  test('they have no guid and their links move to another host', async () => {
    const bare = fivePostings.map(({ guid: _, ...one }) => one)
    const { first, second } = await pollTwice(
      bare,
      bare.map((one) => ({ ...one, link: one.link?.replace('blog.example.org', 'example.net') })),
    )
    expect(second).toEqual(first)
  })

  test('the feed returns to its former ids', async () => {
    const { id, first } = await pollTwice(
      fivePostings,
      fivePostings.map((one, index) => ({ ...one, guid: `post-${index}` })),
    )
    serve(fivePostings)
    await world.pollAt(id, referenceAt + 2 * hourMs)
    expect(await ids()).toEqual(first)
  })

  test('they leave the window and come back', async () => {
    const [newest, ...older] = fivePostings
    if (newest === undefined) throw new Error('no postings')
    const { id, first } = await pollTwice(fivePostings, older)
    serve(fivePostings)
    await world.pollAt(id, referenceAt + 3 * dayMs)
    expect(await ids()).toEqual(first)
  })
})

describe('no posting is taken for another', () => {
  const news = (subject: string, parts: Partial<ServedPosting> = {}): ServedPosting => ({
    title: `${subject} today`,
    text: `${subject} ${Array.from({ length: 12 }, (_, at) => `${subject}${at}`).join(' ')}`,
    publishedAt: referenceAt + 30 * minuteMs,
    ...parts,
  })

  test.each([
    [
      'all have one guid',
      { guid: 'always', link: 'http://e.org/1' },
      { guid: 'always', link: 'http://e.org/2' },
    ],
    ['all link to the home page', { link: 'http://e.org/' }, { link: 'http://e.org/' }],
    [
      'the guid is the home page',
      { guid: 'http://e.org/', link: 'http://e.org/' },
      { guid: 'http://e.org/', link: 'http://e.org/' },
    ],
    [
      'a page of the day keeps its address',
      { guid: '1', link: 'http://e.org/daily' },
      { guid: '2', link: 'http://e.org/daily' },
    ],
  ])('in a window of one where %s', async (_name, before, after) => {
    const { id, second } = await pollTwice(
      [news('Herons', { ...before, publishedAt: referenceAt - hourMs })],
      [news('Copper', after)],
    )
    expect(second).toHaveLength(2)
    await world.pollAt(id, referenceAt + 2 * hourMs)
    expect(await ids()).toEqual(second)
    expect(await world.titles()).toEqual(['Herons today', 'Copper today'])
  })

  test('when a title and a text recur on another day under a new id', async () => {
    const yesterday = news('Sunny', { guid: '1', link: 'http://e.org/1', publishedAt: referenceAt - dayMs })
    const { second } = await pollTwice([yesterday], [news('Sunny', { guid: '2', link: 'http://e.org/2' })])
    expect(second).toHaveLength(2)
  })

  test('when a whole window of new postings follows', async () => {
    const next = ['Rivers', 'Ovens', 'Maps', 'Clouds', 'Chairs'].map((subject, index) =>
      news(subject, { guid: `new-${index}`, link: `http://blog.example.org/2026/${subject}` }),
    )
    const { second } = await pollTwice(fivePostings, next)
    expect(second).toHaveLength(10)
  })
})

test('old postings that surface when a window grows go to their place in time and are not counted as new', async () => {
  const archive = ['Rivers', 'Ovens'].map((subject, index) => ({
    ...fivePostings[0],
    guid: subject,
    title: subject,
    text: subject,
    link: `http://blog.example.org/2020/${subject}`,
    publishedAt: referenceAt - (400 + index) * dayMs,
  })) as ServedPosting[]
  await pollTwice(fivePostings, [...fivePostings, ...archive])
  const surfaced = await world.database.posting.findMany({ where: { title: { in: ['Rivers', 'Ovens'] } } })
  expect(surfaced).toHaveLength(2)
  for (const { isInitial, shownAt, claimedAt } of surfaced) {
    expect(isInitial).toBe(true)
    expect(shownAt).toEqual(claimedAt)
  }
})
