import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { serialize } from 'node:v8'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { parseOpml } from '#lib/documents/moving/parse-opml.ts'
import { writeOpml } from '#lib/documents/write/write-opml.ts'
import { growthOfNoSquare, growthOverFour } from '#tests/support/measure/growth.ts'
import { largeFolder, sampleFolder } from '#tests/support/data/test-data.ts'

describe('parseOpml', () => {
  it('reads nested folders, attributes in any case, bare ampersands and names the lines of problems', () => {
    const text = `<?xml version="1.0"?>\n<opml><body>\n<outline text="R&D"><outline text="Deep">\n<outline text="A" xmlURL="http://a.example/?x=1&y=2" HTMLURL="http://a.example/"/></outline>\n<outline text="B" type="rss" url="http://b.example/"/></outline>\n<outline text="Bad" xmlUrl="javascript:x"/>\n<outline type="rss" text="None"/>\n<outline text="C" xmlUrl="http://c.example/"/></body></opml>`
    const { outlines, problems } = parseOpml(text)
    expect(outlines).toEqual([
      {
        line: 4,
        url: 'http://a.example/?x=1&y=2',
        title: 'A',
        siteUrl: 'http://a.example/',
        folder: ['R&D', 'Deep'],
      },
      { line: 5, url: 'http://b.example/', title: 'B', siteUrl: null, folder: ['R&D'] },
      { line: 8, url: 'http://c.example/', title: 'C', siteUrl: null, folder: [] },
    ])
    expect(problems.map(({ line }) => line)).toEqual([6, 7])
  })

  it('survives deep nesting, entity bombs and what is no OPML', () => {
    expect(parseOpml(`<opml><body>${'<outline text="f">'.repeat(50_000)}`).outlines).toEqual([])
    const bomb =
      '<!DOCTYPE opml [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<opml><body><outline text="&b;" xmlUrl="http://a.example/"/></body></opml>'
    expect(parseOpml(bomb).outlines).toMatchObject([{ line: 2, title: '&b;' }])
    expect(parseOpml('<html></html>').refusal?.reason).toBe('notOpml')
    expect(parseOpml(Buffer.alloc(21_000_000, ' ')).refusal).toEqual({
      reason: 'opmlTooLarge',
      values: { megabytes: 20 },
    })
  })

  it('names folders shortly, and each path once: the path of each feed is sent to another thread', () => {
    const feed = (at: number) => `<outline xmlUrl="http://a.example/${at}"/>`
    const folder = (name: string, content: string) => `<outline text="${name}">${content}</outline>`
    const inner = Array.from({ length: 1_000 }, (_, at) => folder(`f${at}`, feed(at))).join('')
    const list = (content: string) => parseOpml(`<opml><body>${content}</body></opml>`).outlines
    const long = list(folder('N'.repeat(100_000), inner))
    expect(long.map((outline) => outline.folder)).toEqual(
      long.map((_outline, at) => ['N'.repeat(100), `f${at}`]),
    )
    expect(serialize(long).byteLength).toBeLessThan(1_000_000)
    const [first, second, third] = list(
      folder('A', folder('B', feed(1))) + folder('A', folder('B', feed(2))) + folder('B', feed(3)),
    )
    expect(second?.folder).toBe(first?.folder)
    expect([first?.folder, third?.folder]).toEqual([['A', 'B'], ['B']])
    const many = list(Array.from({ length: 10_001 }, (_, at) => folder(`f${at}`, feed(at))).join(''))
    expect(many.slice(-2).map((outline) => outline.folder)).toEqual([['f9999'], []])
  })

  it('reads a list in linear time that stands in one line', async () => {
    const list = (feeds: number) =>
      parseOpml(
        `<opml><body>${'<outline text="日" xmlUrl="http://a.example/feed"/>'.repeat(feeds)}</body></opml>`,
      )
    expect(list(10).outlines).toMatchObject([{ line: 1 }, ...Array.from({ length: 9 }, () => ({ line: 1 }))])
    expect(await growthOverFour(list, 10_000)).toBeLessThan(growthOfNoSquare)
  })

  it('gives back what writeOpml wrote', () => {
    const feed = (name: string) => ({
      url: `http://${name}.example/?a=1&b="2"`.replaceAll('"', '%22'),
      title: `${name} <&> "q" 'x' é`,
      siteUrl: `http://${name}.example/`,
    })
    const folders = [
      { title: 'R & D', feeds: [feed('a')], folders: [{ title: '"Deep"', feeds: [feed('b')] }] },
    ]
    const text = [...writeOpml({ title: 'All', feeds: [feed('c')], folders })].join('\n')
    expect(parseOpml(text).problems).toEqual([])
    expect(
      parseOpml(text).outlines.map(({ url, title, siteUrl, folder }) => ({ url, title, siteUrl, folder })),
    ).toEqual([
      { ...feed('b'), folder: ['R & D', '"Deep"'] },
      { ...feed('a'), folder: ['R & D'] },
      { ...feed('c'), folder: [] },
    ])
  })
})

it('takes time in proportion to the number of feeds', async () => {
  const listOf = (count: number) =>
    `<opml><body>${Array.from({ length: count }, (_, n) => `<outline text="F${n}" xmlUrl="http://f${n}.example/"/>`).join('\n')}</body></opml>`
  const growth = await growthOverFour((count) => parseOpml(listOf(count)), 2_000)
  expect(growth).toBeLessThan(growthOfNoSquare)
})

describe('what is set for a source', () => {
  const set = {
    isMuted: true,
    isApart: true,
    fullText: true,
    unreadEdits: true,
    position: 3,
    isOwnTitle: true,
    labels: ['Plain', 'Commas, "quotes" & /strokes'],
  }
  const feed = { url: 'http://a.example/', title: 'A', siteUrl: null }

  it('is given back, and folders without sources too', () => {
    const folders = [{ title: 'Empty', feeds: [], folders: [{ title: 'Inner', feeds: [] }] }]
    const text = [...writeOpml({ title: 'All', folders, feeds: [{ ...feed, settings: set }, feed] })].join(
      '\n',
    )
    const { outlines, folders: read } = parseOpml(text)
    const unset = {
      isMuted: false,
      isApart: false,
      fullText: false,
      unreadEdits: false,
      position: 0,
      isOwnTitle: false,
      labels: [],
    }
    expect(outlines.map(({ settings }) => settings)).toEqual([set, unset])
    expect(read).toEqual([['Empty'], ['Empty', 'Inner']])
    // W3C's validator warns of a title without a type, and of an RSS outline without a title.
    const written = text.match(/<outline [^>]*>/g) ?? []
    expect(written.map((each) => [each.includes(' title='), each.includes(' type="rss"')])).toEqual([
      [false, false],
      [false, false],
      [true, true],
      [true, true],
    ])
  })

  it('is of other lists only the labels, and nothing of what a hostile one says', () => {
    const text = `<opml><body><outline text="Links"><outline type="link" url="http://x.example/" text="X"/></outline>
      <outline text="A" xmlUrl="http://a.example/" category="/Sea, Coast,,Sea" skylark:muted="true"/></body></opml>`
    expect(parseOpml(text)).toMatchObject({
      folders: [],
      outlines: [{ settings: { labels: ['Sea', 'Coast'], isMuted: false, isOwnTitle: true } }],
    })
    const odd = `<opml xmlns:skylark="x"><body><outline text="A" xmlUrl="http://a.example/" skylark:labels="[{"
      skylark:position="-1e9" category="${'c,'.repeat(3)}${'y'.repeat(60)}"/></body></opml>`
    expect(parseOpml(odd).outlines[0]?.settings).toMatchObject({ labels: ['c'], position: 0 })
  })
})

function readList(folder: string, file: string) {
  const stored = readFileSync(path.join(folder, file))
  return parseOpml(file.endsWith('.gz') ? gunzipSync(stored) : stored)
}

describe('lists as people have them', () => {
  const lists = sampleFolder('opml')

  it.each([
    [
      'folders.opml',
      [
        ['Ferries & tugs', 'http://ferries.example/feed', 'Sea/Ships'],
        ['Buoys', 'http://buoys.example/atom.xml', 'Sea/Ships'],
        ['Tides', 'http://tides.example/rss?station=7&unit=m', 'Sea'],
        ['أخبار المرفأ', 'http://marfa.example/rss', 'خبر'],
        ['Alone', 'http://alone.example/feed.json', ''],
      ],
    ],
    [
      'bare-ampersands.opml',
      [
        ['Salt & vinegar', 'http://salt.example/?a=1&b=2', 'Food & drink'],
        ['Peas "mushy"', 'http://peas.example/feed', 'Food & drink'],
        ['R&D', 'http://rd.example/feed', ''],
      ],
    ],
    [
      'windows-1252.opml',
      [
        ['Café “Zur Möwe”', 'http://cafe.example/feed', ''],
        ['Öl für 5 €', 'https://oel.example/feed', ''],
      ],
    ],
  ])('%s is read with its titles, addresses and folders', (file, expected) => {
    const { outlines, problems } = readList(lists, file)
    expect(problems).toEqual([])
    expect(outlines.map(({ title, url, folder }) => [title, url, folder.join('/')])).toEqual(expected)
  })
})

const large = largeFolder('opml')
if (large !== null)
  describe('public lists', () => {
    const files = readdirSync(large, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.opml(\.gz)?$/.test(file),
    )

    it('are read without problems', () => {
      expect(files.length).toBeGreaterThan(60)
      const counts = new Map<string, number>()
      for (const file of files) {
        const { outlines, problems } = readList(large, file)
        expect(problems, file).toEqual([])
        expect(outlines.length, file).toBeGreaterThan(0)
        counts.set(file, outlines.length)
      }
      const awesome = [...counts].filter(([file]) => file.startsWith('awesome'))
      expect(awesome.reduce((sum, [, count]) => sum + count, 0)).toBe(786)
      expect(counts.get('kagi-smallweb-full.opml.gz')).toBe(36_515)
    })
  })
