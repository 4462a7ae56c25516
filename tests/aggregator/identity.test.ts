import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { document, rssDocument, type ServedPosting } from '../support/feed-server.ts'
import { createPolledWorld, type PolledWorld } from '../support/polled-world.ts'
import { referenceAt } from '../support/test-clock.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

let world: PolledWorld
beforeEach(async () => {
  world = await createPolledWorld()
})
afterEach(() => world.close())

const subjects = ['Tides', 'Bridges', 'Orchards', 'Lanterns', 'Glaciers'] as const

/** Five postings with nothing in common, newest first. */
const window: readonly ServedPosting[] = subjects.map((subject, index) => ({
  guid: `tag:${subject}`,
  title: `${subject} and what became of them`,
  link: `http://blog.example.org/2026/${subject.toLowerCase()}?id=${index}`,
  text: `${subject}: ${Array.from({ length: 12 }, (_, at) => `${subject.toLowerCase()}${at}`).join(' ')}`,
  publishedAt: referenceAt - (index + 1) * hourMs,
}))

function serve(postings: readonly ServedPosting[], options: { readonly withoutDates?: boolean } = {}): void {
  world.server.route('/feed', document(rssDocument('A feed', postings, options.withoutDates)))
}

/** Polls a first document an hour before a second one; returns the ids of what is stored before and after. */
async function pollTwice(
  before: readonly ServedPosting[],
  after: readonly ServedPosting[],
  options: { readonly withoutDates?: boolean } = {},
) {
  serve(before, options)
  const id = await world.addSource('/feed')
  await world.pass()
  const first = await ids()
  serve(after, options)
  await world.pollAt(id, referenceAt + hourMs)
  return { id, first, second: await ids() }
}

async function ids(): Promise<bigint[]> {
  const rows = await world.database.posting.findMany({ orderBy: { id: 'asc' }, select: { id: true } })
  return rows.map(({ id }) => id)
}

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
    const { id, first, second } = await pollTwice(window, window.map(change))
    expect(first).toHaveLength(5)
    expect(second).toEqual(first)
    // And at the poll after that, by the keys that were learnt.
    serve([...window].reverse().map(change))
    await world.pollAt(id, referenceAt + 2 * hourMs)
    expect(await ids()).toEqual(first)
  })

  test('they have no guid and their links move to another host', async () => {
    const bare = window.map(({ guid: _, ...one }) => one)
    const { first, second } = await pollTwice(
      bare,
      bare.map((one) => ({ ...one, link: one.link?.replace('blog.example.org', 'example.net') })),
    )
    expect(second).toEqual(first)
  })

  test('the feed returns to its former ids', async () => {
    const { id, first } = await pollTwice(
      window,
      window.map((one, index) => ({ ...one, guid: `post-${index}` })),
    )
    serve(window)
    await world.pollAt(id, referenceAt + 2 * hourMs)
    expect(await ids()).toEqual(first)
  })

  test('they leave the window and come back', async () => {
    const [newest, ...older] = window
    if (newest === undefined) throw new Error('no postings')
    const { id, first } = await pollTwice(window, older)
    serve(window)
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
    const { second } = await pollTwice(window, next)
    expect(second).toHaveLength(10)
  })
})

describe('an edit', () => {
  test('is kept with what was there before, and shows since when', async () => {
    const { id } = await pollTwice(window.slice(0, 1), [
      { ...window[0], title: 'Tides, corrected' } as ServedPosting,
    ])
    serve([{ ...window[0], title: 'Tides, corrected twice' } as ServedPosting])
    await world.pollAt(id, referenceAt + 2 * hourMs)
    const [posting] = await world.database.posting.findMany({
      include: { revisions: { orderBy: { id: 'asc' } } },
    })
    expect(posting).toMatchObject({
      title: 'Tides, corrected twice',
      editedAt: new Date(referenceAt + 2 * hourMs),
      shownAt: new Date(referenceAt - hourMs),
    })
    expect(
      posting?.revisions.map(({ title, foundAt, replacedAt }) => [
        title,
        foundAt.getTime(),
        replacedAt.getTime(),
      ]),
    ).toEqual([
      ['Tides and what became of them', referenceAt, referenceAt + hourMs],
      ['Tides, corrected', referenceAt + hourMs, referenceAt + 2 * hourMs],
    ])
  })

  test('that moves addresses only is stored but not shown as one', async () => {
    const image = (host: string) => `<p>Tides</p><img src="http://${host}/a.png">`
    const [tides] = window
    if (tides === undefined) throw new Error('no postings')
    await pollTwice(
      [{ ...tides, text: image('blog.example.org') }],
      [{ ...tides, link: tides.link?.replace('blog.', 'new.'), text: image('new.example.org') }],
    )
    const [posting] = await world.database.posting.findMany({ include: { revisions: true } })
    expect(posting).toMatchObject({ editedAt: null, revisions: [] })
    expect(posting?.url).toMatch('new.example.org')
    expect(posting?.html).toMatch('new.example.org')
  })

  test('at every poll keeps the first version and the latest nine', async () => {
    const counted = (count: number) => serve([{ ...window[0], text: `Read ${count} times` } as ServedPosting])
    counted(0)
    const id = await world.addSource('/feed')
    await world.pass()
    for (let count = 1; count <= 15; count++) {
      counted(count)
      await world.pollAt(id, referenceAt + count * hourMs)
    }
    const revisions = await world.database.postingRevision.findMany({ orderBy: { id: 'asc' } })
    expect(revisions.map(({ html }) => Number(/\d+/.exec(html)?.[0]))).toEqual([
      0, 6, 7, 8, 9, 10, 11, 12, 13, 14,
    ])
  })
})

test('old postings that surface when a window grows go to their place in time and are not counted as new', async () => {
  const archive = ['Rivers', 'Ovens'].map((subject, index) => ({
    ...window[0],
    ...{ guid: subject, title: subject, text: subject, link: `http://blog.example.org/2020/${subject}` },
    publishedAt: referenceAt - (400 + index) * dayMs,
  })) as ServedPosting[]
  await pollTwice(window, [...window, ...archive])
  const surfaced = await world.database.posting.findMany({ where: { title: { in: ['Rivers', 'Ovens'] } } })
  expect(surfaced).toHaveLength(2)
  for (const { isInitial, shownAt, claimedAt } of surfaced) {
    expect(isInitial).toBe(true)
    expect(shownAt).toEqual(claimedAt)
  }
})
