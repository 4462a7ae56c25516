import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainReaderPath } from '#lib/web/reader-paths.ts'
import { longItemId, parseItemId } from '#lib/sync/item-id.ts'
import { toXml } from '#lib/sync/object-xml.ts'
import { parseStreamId } from '#lib/sync/greader/stream-id.ts'

test.each([
  ['5d0cfa30041d4348', 6705009029382226760n],
  ['024025978b5e50d2', 162170919393841362n],
  ['fb115bd6d34a8e9f', -355401917359550817n],
  ['000088960000047a', 150177826473082n],
  ['80484b00000e8003', -9203023375158575101n],
])('%s is %s', (hex, id) => {
  expect(longItemId(id)).toBe(`tag:google.com,2005:reader/item/${hex}`)
  expect(parseItemId(longItemId(id))).toBe(id)
  expect(parseItemId(hex)).toBe(id)
  expect(parseItemId(hex.toUpperCase())).toBe(id)
  expect(parseItemId(`tag:google.com,2005:reader/item/${hex.replace(/^0+/, '')}`)).toBe(id)
  expect(parseItemId(id.toString())).toBe(id)
})

test('five spellings of any of our numbers are one posting; what is none is nothing', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 999_999_999_999_999n), (id) => {
      const long = longItemId(id)
      const spellings = [
        long,
        long.slice(-16),
        id.toString(),
        `tag:google.com,2005:reader/item/${id.toString(16)}`,
      ]
      return spellings.every((text) => parseItemId(text) === id)
    }),
  )
  for (const text of [
    '',
    'x',
    '1.5',
    '0x10',
    '--1',
    'tag:',
    'tag:a/item/',
    '99999999999999999999',
    ' 1',
    '१',
    'c0ffee0c0ffee0c0f',
  ])
    expect(parseItemId(text)).toBeNull()
})

test.each([
  ['2F2', 754n],
  ['1e', 30n],
  ['30', 30n],
])('%s alone is %s', (text, id) => {
  expect(parseItemId(text)).toBe(id)
})

test('streams are known by any spelling of the account, names with whatever stands in them', () => {
  expect(parseStreamId('user/1005/state/com.google/reading-list')).toEqual({ kind: 'all' })
  expect(parseStreamId('user/-/state/com.google/tracking-kept-unread')).toEqual({ kind: 'kept-unread' })
  expect(parseStreamId('user/-/state/com.google/broadcast')).toEqual({ kind: 'nothing' })
  expect(parseStreamId('user/-/state/com.google/toString')).toEqual({ kind: 'nothing' })
  expect(parseStreamId('user/ada/label/A/B & C+ё')).toEqual({ kind: 'name', name: 'A/B & C+ё' })
  expect(parseStreamId('feed/42')).toEqual({ kind: 'number', id: 42 })
  expect(parseStreamId('feed/99999999999')).toEqual({ kind: 'url', url: '99999999999' })
  expect(parseStreamId('feed/https://a.example/x')).toEqual({ kind: 'url', url: 'https://a.example/x' })
  expect(parseStreamId('feed/feed/https://a.example/x')).toEqual({ kind: 'url', url: 'https://a.example/x' })
  expect(parseStreamId('feed/feed/42')).toEqual({ kind: 'number', id: 42 })
  expect(parseStreamId('nonsense')).toEqual({ kind: 'nothing' })
})

test.each([
  ['/reader/api/0/tag/list/', '/reader/api/0/tag/list'],
  ['//reader//api/0/token?T=1', '/reader/api/0/token?T=1'],
  ['/Fever/?api', '/fever?api'],
  ['/api/greader.php/', '/api/greader.php'],
  [
    '/reader/api/0/stream/contents/feed/https://a.example/x/?n=1',
    '/reader/api/0/stream/contents?s=feed/https://a.example/x/&n=1',
  ],
  [
    '/reader/api/0/stream/contents/user%2F-%2Flabel%2FA%26B',
    '/reader/api/0/stream/contents?s=user%2F-%2Flabel%2FA%26B',
  ],
  [
    '/reader/api/0/stream/contents/user/-/label/C++ & D',
    '/reader/api/0/stream/contents?s=user/-/label/C%2B%2B %26 D',
  ],
  ['/reader/api/0/stream/contents/', '/reader/api/0/stream/contents'],
  ['//reader/atom/feed%2F19?n=50', '/reader/atom?s=feed%2F19&n=50'],
  ['/reader/api/0/atom/user/-/label/A//B', '/reader/api/0/atom?s=user/-/label/A//B'],
  ['/reader/atom/', '/reader/atom'],
  [
    '/reader/api/0/stream/contents/feed/https://a/atom/x',
    '/reader/api/0/stream/contents?s=feed/https://a/atom/x',
  ],
  ['/v1/feeds//7/entries/?limit=5', '/v1/feeds/7/entries?limit=5'],
  ['//v1/me', '/v1/me'],
  ['/v1/%ff', '/v1/unknown'],
  ['/v10/me/', '/v10/me/'],
  ['/reader/%ff', '/reader/unknown'],
  ['/reader\\api', '/reader/api'],
  ['/readers/x/', '/readers/x/'],
  ['/sources//1/', '/sources//1/'],
])('%s is asked for as %s', (url, plain) => {
  expect(plainReaderPath(url)).toBe(plain)
  expect(plainReaderPath(plain)).toBe(plain)
})

test('XML has the names, escapes what it must and leaves out what it cannot hold', () => {
  expect(toXml({ a: 'x<&"\u0001y', n: 3, list: [{ id: 'é' }, 'z'], no: undefined })).toBe(
    '<?xml version="1.0" encoding="UTF-8"?><object><string name="a">x&lt;&amp;&quot;y</string><number name="n">3</number>' +
      '<list name="list"><object><string name="id">é</string></object><string>z</string></list></object>',
  )
})
