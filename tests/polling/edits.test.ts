import { describe, expect, test } from 'vitest'
import { readCounts } from '#lib/store/lists/counts.ts'
import { assignLabel, createLabel } from '#lib/store/organising/labels.ts'
import { exportStates } from '#lib/store/moving/export-states.ts'
import { addHighlight, setNote } from '#lib/store/postings/notes.ts'
import { findPosting } from '#lib/store/postings/posting-details.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { addReader } from '#tests/support/world/reading.ts'
import { changingFeed, fivePostings } from '#tests/support/servers/changing-feed.ts'
import { document, rssDocument, type ServedPosting } from '#tests/support/servers/feed-documents.ts'
import { polledWorldOfEachTest } from '#tests/support/world/polled-world.ts'
import { beforeStatement } from '#tests/support/measure/before-statement.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const hourMs = 3_600_000

const world = polledWorldOfEachTest()
const { serve, pollTwice } = changingFeed(world)

/** The postings that an export of the account keeps. */
async function exportedPostings(subscriberId: string) {
  const exported = []
  for await (const group of exportStates(world.database, subscriberId))
    exported.push(...group.map(({ posting }) => posting))
  return exported
}

async function exportedTexts(subscriberId: string) {
  return (await exportedPostings(subscriberId)).map((posting) => posting?.html)
}

describe('an edit', () => {
  test('is kept with what was there before, and shows since when', async () => {
    const { id } = await pollTwice(fivePostings.slice(0, 1), [
      { ...fivePostings[0], title: 'Tides, corrected' } as ServedPosting,
    ])
    serve([{ ...fivePostings[0], title: 'Tides, corrected twice' } as ServedPosting])
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
    const [tides] = fivePostings
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

  test('that only a new version of our cleaning made is stored but not shown; what the publisher rewrote is', async () => {
    const [tides, bridges] = fivePostings
    if (tides === undefined || bridges === undefined) throw new Error('no postings')
    serve([tides, bridges])
    const id = await world.addSource('/feed')
    await world.pass()
    // As an older version would have stored them: without a player, and with words that the publisher has replaced since.
    const older = { 'tag:Tides': tides.text?.replace(/ tides11$/, ''), 'tag:Bridges': 'Quite another text' }
    for (const [guid, html] of Object.entries(older))
      await world.database.posting.updateMany({
        where: { guid },
        data: { html: html ?? '', contentHash: 'of another version' },
      })
    await world.database.source.update({
      where: { id },
      data: { bodyHash: '1:of the same body', etag: null, lastModified: null },
    })
    await world.pollAt(id, referenceAt + hourMs)
    const edited = async () => {
      const postings = await world.database.posting.findMany({ orderBy: { title: 'desc' } })
      return postings.map(({ html, editedAt }) => [html, editedAt?.getTime() ?? null])
    }
    expect(await edited()).toEqual([
      [tides.text, null],
      [bridges.text, referenceAt + hourMs],
    ])
    serve([{ ...tides, text: `${tides.text} and more` }, bridges])
    await world.pollAt(id, referenceAt + 2 * hourMs)
    expect((await edited())[0]).toEqual([`${tides.text} and more`, referenceAt + 2 * hourMs])
  })

  test('is unread again for those who want that, once they had read it; spaces and trackers are no edit', async () => {
    const [tides] = fivePostings
    if (tides === undefined) throw new Error('no postings')
    serve([
      { ...tides, text: '<p>The tide</p><p>comes <a href="http://a.example/1?utm_source=a">in</a></p>' },
    ])
    const id = await world.addSource('/feed')
    await world.pass()
    const { database } = world
    const [wants, wantsNot] = await Promise.all([addReader(database, 'wants'), addReader(database, 'not')])
    const source = await database.source.findUniqueOrThrow({ where: { id } })
    const { id: postingId } = await database.posting.findFirstOrThrow({ where: { sourceId: id } })
    for (const subscriberId of [wants, wantsNot])
      await database.subscription.create({
        data: {
          subscriberId,
          sourceId: source.id,
          readThrough: postingId,
          unreadEdits: subscriberId === wants,
        },
      })
    const unread = async () => [
      (await readCounts(database, wants)).all,
      (await readCounts(database, wantsNot)).all,
    ]
    serve([
      { ...tides, text: '<p>The   tide</p>\n <p>comes <a href="http://a.example/1?utm_source=b">in</a></p>' },
    ])
    await world.pollAt(id, referenceAt + hourMs)
    expect(await unread()).toEqual([0, 0])
    serve([{ ...tides, text: '<p>The tide</p><p>goes out</p>' }])
    await world.pollAt(id, referenceAt + 2 * hourMs)
    expect(await unread()).toEqual([1, 0])
    await changePostings(database, wants, [postingId], { isRead: true }, referenceAt + 2 * hourMs)
    await world.pollAt(id, referenceAt + 3 * hourMs)
    expect(await unread()).toEqual([0, 0])
  })

  test('at every poll keeps the first version and the latest nine', async () => {
    const counted = (count: number) =>
      serve([{ ...fivePostings[0], text: `Read ${count} times` } as ServedPosting])
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

  test('that nobody would notice takes no link and no picture from who starred it, and is kept once', async () => {
    const { database } = world
    const linked = (host: string) =>
      serve([
        {
          ...fivePostings[0],
          text: `<p>See the <a href="https://${host}/map?id=1">map</a></p>`,
        } as ServedPosting,
      ])
    linked('good.example')
    const sourceId = await world.addSource('/feed')
    await world.pass()
    const { id } = await database.posting.findFirstOrThrow()
    const reader = await addReader(database, 'stars')
    await database.subscription.create({ data: { subscriberId: reader, sourceId } })
    linked('other.example')
    await world.pollAt(sourceId, referenceAt + hourMs)
    await changePostings(database, reader, [id], { isStarred: true }, referenceAt + 2 * hourMs)
    for (let hour = 3; hour < 6; hour += 1) {
      linked(`${hour}.evil.example`)
      await world.pollAt(sourceId, referenceAt + hour * hourMs)
    }
    const { revisions, editedAt } = await database.posting.findFirstOrThrow({ include: { revisions: true } })
    expect(editedAt).toBeNull()
    const hostOf = (html: string | undefined) => /[\w.]+example/.exec(html ?? '')?.[0]
    expect(revisions.map(({ html }) => hostOf(html))).toEqual(['other.example'])
    const other = await addReader(database, 'reads')
    await database.subscription.create({ data: { subscriberId: other, sourceId } })
    const versionsFor = async (subscriberId: string) =>
      (await findPosting(database, subscriberId, id, referenceAt))?.versions.map(({ html }) => hostOf(html))
    expect([await versionsFor(reader), await versionsFor(other)]).toEqual([['other.example'], []])
    expect(await exportedTexts(reader)).toEqual([expect.stringContaining('other.example')])
  })

  test.each([
    ['here', referenceAt + hourMs],
    ['by another reader before it was found here', referenceAt - hourMs],
  ])('that only moves addresses takes none from who starred it %s, nor author and picture', async (_, at) => {
    const { database } = world
    const serveBy = (host: string, author: string) => {
      const text = `<p>Tides</p><img src="https://${host}/tides.png">`
      const feed = rssDocument('A feed', [
        { ...fivePostings[0], link: `https://${host}/tides`, text } as ServedPosting,
      ])
      world.server.route('/feed', document(feed.replace('</item>', `<author>${author}</author></item>`)))
    }
    serveBy('good.example', 'Ada')
    const sourceId = await world.addSource('/feed')
    await world.pass()
    const { id } = await database.posting.findFirstOrThrow()
    const [reader = '', other = ''] = await Promise.all(
      ['stars', 'reads'].map((name) => addReader(database, name)),
    )
    for (const subscriberId of [reader, other])
      await database.subscription.create({ data: { subscriberId, sourceId } })
    await changePostings(database, reader, [id], { isStarred: true }, at)
    for (let hour = 2; hour < 5; hour += 1) {
      serveBy(`${hour}.evil.example`, 'Eve')
      await world.pollAt(sourceId, referenceAt + hour * hourMs)
    }
    const kept = {
      url: 'https://good.example/tides',
      author: 'Ada',
      imageUrl: 'https://good.example/tides.png',
    }
    const { revisions, url } = await database.posting.findFirstOrThrow({ include: { revisions: true } })
    expect(url).toBe('https://4.evil.example/tides')
    expect(revisions).toMatchObject([kept])
    const versionsFor = async (subscriberId: string) =>
      (await findPosting(database, subscriberId, id, referenceAt))?.versions
    expect(await versionsFor(reader)).toMatchObject([{ ...kept, imageUrl: expect.any(String) as string }])
    expect(await versionsFor(other)).toEqual([])
    expect(await exportedPostings(reader)).toMatchObject([kept])
  })

  test.each(['starred', 'noted', 'labelled'])(
    'that is being stored takes no version from who %s it',
    async (act) => {
      const { database } = world
      const serveText = (text: string) => serve([{ ...fivePostings[0], text } as ServedPosting])
      serveText('As it was shown')
      const sourceId = await world.addSource('/feed')
      await world.pass()
      const { id } = await database.posting.findFirstOrThrow()
      const reader = await addReader(database, act)
      await database.subscription.create({ data: { subscriberId: reader, sourceId } })
      const label = await createLabel(database, reader, 'Kept')
      const labelId = typeof label === 'string' ? 0 : label.id
      const keep = async (): Promise<unknown> => {
        const [at, shownEditedAt] = [referenceAt + hourMs + 1, null]
        if (act === 'starred')
          return changePostings(database, reader, [id], { isStarred: true, shownEditedAt }, at)
        if (act === 'noted')
          return setNote(database, { subscriberId: reader, postingId: id }, 'Here', at, shownEditedAt)
        const wanted = { isOn: true, subscriptionIds: [], postingIds: [String(id)], shownEditedAt }
        return assignLabel(database, reader, labelId, wanted, at)
      }
      serveText('Something else')
      const kept = beforeStatement(database, /^UPDATE "public"."posting" SET/, keep)
      await world.pollAt(sourceId, referenceAt + hourMs)
      await kept.done()
      expect(await exportedTexts(reader)).toEqual(['As it was shown'])
    },
  )

  test('takes no version from those who starred, put off, noted, marked or labelled it', async () => {
    const { database } = world
    const counted = (count: number) =>
      serve([{ ...fivePostings[0], text: `Read ${count} times` } as ServedPosting])
    counted(0)
    const sourceId = await world.addSource('/feed')
    await world.pass()
    const { id } = await database.posting.findFirstOrThrow()
    const readers = await Promise.all(
      ['stars', 'later', 'notes', 'labels'].map((name) => addReader(database, name)),
    )
    for (const subscriberId of readers)
      await database.subscription.create({ data: { subscriberId, sourceId } })
    const [stars = '', later = '', notes = '', labels = ''] = readers
    const label = await createLabel(database, labels, 'Kept')
    const keep = new Map<number, (at: number) => Promise<unknown>>([
      [2, (at) => changePostings(database, stars, [id], { isStarred: true }, at)],
      [4, (at) => changePostings(database, later, [id], { isLater: true }, at)],
      [5, (at) => setNote(database, { subscriberId: notes, postingId: id }, 'Here', at)],
      // Words of a later version than the one that was noted.
      [
        6,
        (at) => {
          const words = { quote: 'Read 6', before: '', behind: ' times' }
          return addHighlight(database, { subscriberId: notes, postingId: id }, words, at)
        },
      ],
      [
        7,
        (at) => {
          const wanted = { isOn: true, subscriptionIds: [], postingIds: [String(id)] }
          return assignLabel(database, labels, typeof label === 'string' ? 0 : label.id, wanted, at)
        },
      ],
    ])
    for (let count = 1; count <= 25; count++) {
      counted(count)
      await world.pollAt(sourceId, referenceAt + count * hourMs)
      await keep.get(count)?.(referenceAt + count * hourMs)
    }
    const revisions = await database.postingRevision.findMany({ orderBy: { id: 'asc' } })
    const versions = revisions.map(({ html }) => Number(/\d+/.exec(html)?.[0]))
    expect(versions).toEqual([0, 2, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23, 24])
    expect(await Promise.all([stars, later, notes, labels].map(exportedTexts))).toEqual([
      ['Read 2 times'],
      ['Read 4 times'],
      ['Read 5 times', 'Read 6 times'],
      ['Read 7 times'],
    ])
  })
})
