import { readFileSync } from 'node:fs'
import path from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { parseImport } from '#lib/documents/moving/parse-import.ts'
import { packImport, unpackImport } from '#lib/documents/threads/packed-import.ts'
import { createImportPool } from '#lib/documents/threads/parse-in-worker.ts'

const read = (file: string) => readFileSync(path.resolve('tests/fixtures/imports', file))
const only = (bytes: Buffer | string) => {
  const [first] = parseImport(Buffer.from(bytes))
  if (first === undefined) throw new Error('nothing was read')
  return first
}

describe('parseImport', () => {
  it('reads stars of Google Reader with their dates, labels and clean texts, and names what it refuses', () => {
    const { kind, postings, problems } = only(read('google-reader.json'))
    expect(kind).toBe('reader-json')
    expect(postings[0]).toMatchObject({
      place: 'items[0]',
      feedUrl: 'https://trees.example/feed',
      feedTitle: 'Trees',
      starredAt: 1_371_600_000_123,
      isRead: true,
      labels: ['Trees'],
      entry: {
        title: 'Why oaks & beeches wait',
        url: 'https://trees.example/2013/06/oaks',
        publishedAt: 1_371_500_000_000,
      },
    })
    expect(postings[0]?.entry.html).toContain('href="https://trees.example/more"')
    expect(postings[0]?.entry.html).not.toContain('script')
    expect(postings[1]).toMatchObject({ starredAt: 1_371_700_000_000, isRead: false })
    expect(problems).toMatchObject([
      { place: 'items[2].title' },
      { place: 'items[3]', reason: 'importEmptyEntry' },
    ])
  })

  it('takes guid and address of the feed from FreshRSS, the time of the star from Inoreader', () => {
    expect(only(read('freshrss.json')).postings).toMatchObject([
      {
        feedUrl: 'https://rivers.example/feed',
        starredAt: 1_700_000_000_000,
        labels: ['Water'],
        entry: {
          guid: 'https://rivers.example/?p=7',
          enclosures: [{ url: 'https://rivers.example/a.mp3', length: 123 }],
        },
      },
    ])
    expect(only(read('inoreader.json')).postings).toMatchObject([
      { feedUrl: 'http://trains.example/rss', starredAt: 1_600_100_000_000, isRead: true },
    ])
  })

  it('reads Feedbin, which names no feeds, and Miniflux, with what is only read', () => {
    expect(only(read('feedbin.json'))).toMatchObject({
      kind: 'feedbin',
      postings: [
        { feedUrl: null, starredAt: Date.UTC(2021, 2, 4, 6), entry: { title: 'A quiet harbour' } },
        { starredAt: Date.UTC(2020, 0), entry: { title: null, publishedAt: null, author: 'Cara' } },
      ],
    })
    expect(only(read('miniflux.json'))).toMatchObject({
      kind: 'miniflux',
      postings: [
        { starredAt: Date.UTC(2024, 11, 28, 10), feedUrl: 'https://bread.example/atom.xml' },
        { starredAt: null, isRead: true },
      ],
    })
  })

  it('names the line where JSON breaks off, and refuses what it does not know', () => {
    expect(only('{"items": [\n{"title": "a"},\n{"title" "b"}]}').refusal).toEqual({
      reason: 'importNotJson',
      values: { line: 3 },
    })
    expect(only('{"items": [\n{"title": "a"').refusal).toEqual({
      reason: 'importNotJson',
      values: { line: 2 },
    })
    expect(only('{"hello": 1}').refusal).toMatchObject({ reason: 'importUnknown' })
    expect(only('[]').refusal).toMatchObject({ reason: 'importEmpty' })
    expect(only('hello').refusal).toMatchObject({ reason: 'notOpml' })
    expect(only('{"format":"skylark","version":3}').refusal).toMatchObject({ reason: 'importNewer' })
  })

  it('recognises OPML, with the lines of what it cannot use', () => {
    const { kind, opml, problems } = only(
      '<opml><body>\n<outline type="rss" text="x"/>\n<outline xmlUrl="http://a.example/"/></body></opml>',
    )
    expect([kind, opml?.outlines.length, problems]).toEqual([
      'opml',
      1,
      [{ line: 2, place: '', reason: 'entryWithoutAddress', values: {} }],
    ])
  })
})

describe('an archive', () => {
  it('gives each of its files', () => {
    const archive = zipOf([
      ['feeds.opml', Buffer.from('<opml><body><outline xmlUrl="http://a.example/"/></body></opml>')],
      ['starred.json', read('freshrss.json')],
      ['picture.png', Buffer.from('no')],
    ])
    expect(parseImport(archive).map(({ name, kind, refusal }) => [name, kind, refusal])).toEqual([
      ['feeds.opml', 'opml', null],
      ['starred.json', 'reader-json', null],
    ])
  })

  it('of very many files tells that some are left out, and which is the first', () => {
    const archive = zipOf(
      Array.from({ length: 103 }, (_, index) => [`${index}.json`, read('freshrss.json')] as const),
    )
    const files = parseImport(archive)
    expect(files).toHaveLength(101)
    expect(files.slice(0, 100).every(({ refusal }) => refusal === null)).toBe(true)
    expect(files[100]).toMatchObject({
      name: '100.json',
      postings: [],
      refusal: { reason: 'importTooManyFiles', values: { count: 100 } },
    })
  })

  it('that is a bomb, cut off or empty is refused', () => {
    const bomb = zipOf([['bomb.json', Buffer.alloc(60_000_000, ' ')]])
    expect(bomb.length).toBeLessThan(100_000)
    expect(parseImport(bomb)[0]?.refusal).toMatchObject({ reason: 'zipTooLarge' })
    const half = zipOf([['a.json', Buffer.alloc(20_000, 'abc')]])
    expect(parseImport(half.subarray(0, 40))[0]?.refusal).toMatchObject({ reason: 'zipBroken' })
    for (let at = 4; at < half.length; at += 1) {
      const damaged = Buffer.from(half)
      damaged[at] = 0xff
      expect(parseImport(damaged)).toHaveLength(1) // never throws, never hangs
    }
    expect(parseImport(zipOf([['a.txt', Buffer.from('x')]]))[0]?.refusal).toMatchObject({
      reason: 'importNothingInArchive',
    })
  })
})

it('a thread reads imports, and a hostile one costs nobody else anything', async () => {
  const pool = createImportPool()
  const deep = Buffer.from(`{"items":${'['.repeat(5_000_000)}`)
  const [hostile, good] = await Promise.all([pool.parse(deep), pool.parse(read('feedbin.json'))])
  expect(hostile[0]?.refusal).not.toBeNull()
  expect(good[0]?.postings).toHaveLength(2)
})

it('a file of very many small things is taken over in pieces, between which others are answered', async () => {
  const key = (at: number) => at.toString(16).padStart(40, '0')
  const nothing = { feedUrl: null, starredAt: null, seenAt: null, posting: null }
  const states = Array.from({ length: 30_000 }, (_, at) => ({ ...nothing, key: key(at), isRead: true }))
  const account = {
    ...{
      format: 'skylark',
      version: 2,
      exportedAt: '2026-01-05T00:00:00Z',
      account: { name: '', email: '' },
    },
    ...{ settings: { language: null }, opml: '', folders: [], views: [], subscriptions: [], states },
  }
  const files = parseImport(Buffer.from(JSON.stringify(account)))
  const packed = packImport(files)
  const lengths = packed.flatMap(({ pieces }) => pieces.map(({ json }) => json.length))
  expect(Math.max(...lengths)).toBeLessThan(150_000)
  expect(packed[0]?.file.account?.states).toEqual([])
  let turns = 0
  let next = setImmediate(function count() {
    turns += 1
    next = setImmediate(count)
  })
  expect(await unpackImport(packed)).toEqual(files)
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(lengths.length - 1)
  const pool = createImportPool()
  expect(await pool.parse(Buffer.from(JSON.stringify(account)))).toEqual(files)
})

/** A zip archive as any program writes it (APPNOTE 4.3). */
function zipOf(files: readonly (readonly [name: string, bytes: Buffer])[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, bytes] of files) {
    const packed = deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), common, tail, Buffer.from(name)]),
    )
    parts.push(local)
    at += local.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 0, 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, entries, end])
}
