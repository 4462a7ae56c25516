import { describe, expect, test } from 'vitest'
import { readChapterFile } from '#lib/documents/read/entry-chapters.ts'
import type { Enclosure } from '#lib/documents/read/feed-types.ts'
import { parseFeed } from '#lib/documents/read/parse-feed.ts'

const url = 'https://cast.example/feed'

/** The enclosures of one posting of a podcast. */
async function enclosuresOf(item: string): Promise<readonly Enclosure[]> {
  const body = `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"
    xmlns:p="http://podlove.org/simple-chapters" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
    xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Cast</title><item><title>One</title>
    <enclosure url="/cover.jpg" type="image/jpeg"/><enclosure url="/1.mp3" type="audio/mpeg" length="9"/>${item}
    </item></channel></rss>`
  const result = await parseFeed({ body: Buffer.from(body), contentType: null, url })
  if (!result.ok) throw new Error(result.error.message)
  return result.feed.entries[0]?.enclosures ?? []
}

describe('chapters in feeds', () => {
  test('those of Podlove come with the first sound, in their order, with times as they are written there', async () => {
    const [cover, sound] = await enclosuresOf(`<p:chapters version="1.2">
      <p:chapter start="01:02:03.250" title="Letters"/><p:chapter start="0" title="Welcome &amp; hello"/>
      <p:chapter start="2:30" title="The tug" href="https://tug.example"/><p:chapter start="95.5" title=" "/>
      <p:chapter start="soon" title="Never"/><p:chapter start="2:30" title="Again"/></p:chapters>`)
    expect(cover).not.toHaveProperty('chapters')
    expect(sound).toEqual({
      url: 'https://cast.example/1.mp3',
      type: 'audio/mpeg',
      length: 9,
      chapters: [
        { startMs: 0, title: 'Welcome & hello' },
        { startMs: 150_000, title: 'The tug' },
        { startMs: 3_723_250, title: 'Letters' },
      ],
    })
  })

  test('where a file of Podcasting 2.0 is comes with it, if it is on the web', async () => {
    const file = (address: string) =>
      enclosuresOf(`<podcast:chapters url="${address}" type="application/json+chapters"/>`)
    expect((await file('/1.json'))[1]).toMatchObject({ chaptersUrl: 'https://cast.example/1.json' })
    expect((await file('file:///etc/passwd'))[1]).not.toHaveProperty('chaptersUrl')
  })

  test.each([
    ['<itunes:duration>31:05</itunes:duration>', 1_865_000],
    ['<itunes:duration> 02:10:00 </itunes:duration>', 7_800_000],
    ['<itunes:duration>754</itunes:duration>', 754_000],
    ['<media:content url="/1.mp3" type="audio/mpeg" duration="60"/>', 60_000],
    ['<media:content duration="60"/>', 60_000],
    ['<media:group><media:content url="/1.mp3" duration="60"/></media:group>', 60_000],
    ['<media:content url="/trailer.mp4" duration="30"/>', undefined],
    ['<media:content url="/trailer.mp4"/><media:content duration="60"/>', undefined],
    ['<itunes:duration>0</itunes:duration>', undefined],
    ['<itunes:duration>about an hour</itunes:duration>', undefined],
    ['<itunes:duration>9999999</itunes:duration>', undefined],
  ])('%s says how long the sound is: %s', async (item, durationMs) => {
    const [cover, sound] = await enclosuresOf(item)
    expect(sound?.durationMs).toBe(durationMs)
    expect(cover).not.toHaveProperty('durationMs')
  })

  test('each file of Media RSS has its own length', async () => {
    const group =
      '<media:group><media:content url="/2.mp4" duration="90"/><media:content url="/1.mp3" duration="60"/></media:group>'
    const lengths = (await enclosuresOf(group)).map((each) => [each.url.slice(-5), each.durationMs])
    expect(lengths).toEqual([
      ['r.jpg', undefined],
      ['1.mp3', 60_000],
      ['2.mp4', 90_000],
    ])
  })

  test('without either, sounds are as before', async () => {
    const [, sound] = await enclosuresOf('')
    expect(sound).toEqual({ url: 'https://cast.example/1.mp3', type: 'audio/mpeg', length: 9 })
  })
})

describe('files of chapters', () => {
  const read = (chapters: unknown) =>
    readChapterFile(Buffer.from(JSON.stringify({ version: '1.2.0', chapters })))

  test('chapters of the table of contents are read; what is none is passed over', () => {
    const chapters = [
      ...[
        { startTime: 60.5, title: 'Tug', img: 'x' },
        { startTime: 0, title: 'A\nB\u0000' },
        { startTime: 1 },
      ],
      ...[{ startTime: 5, title: 'Advert', toc: false }, { startTime: -1, title: 'Before' }, 7, null],
      ...[
        { startTime: '3', title: 'Text' },
        { startTime: 1e12, title: 'Never' },
      ],
    ]
    expect(read(chapters)).toEqual([
      { startMs: 0, title: 'A B' },
      { startMs: 60_500, title: 'Tug' },
    ])
  })

  test('300 of them at most, with names of 200 characters', () => {
    const many = Array.from({ length: 400 }, (_, at) => ({ startTime: at, title: 'x'.repeat(300) }))
    const chapters = read(many)
    expect(chapters).toHaveLength(300)
    expect(chapters?.[0]?.title.length).toBeLessThanOrEqual(200)
  })

  test.each(['', '<html>', '[]', '{"chapters":{}}', 'null'])('%s is no file of chapters', (text) => {
    expect(readChapterFile(Buffer.from(text))).toBeNull()
  })
})
