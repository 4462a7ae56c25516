import fc from 'fast-check'
import { attributeNames, elementNames, entryNames, roots } from './feed-words.ts'
import { hostileHtml } from './html.ts'
import { oddText } from './mutate.ts'

const dates = fc.constantFrom(
  ...[
    'Mon, 05 Jan 2026 00:00:00 GMT',
    '2026-01-05T00:00:00Z',
    '2026-01-05',
    '0001-01-01T00:00:00',
    '1767571200',
  ],
  ...['9999-12-31T23:59:59Z', 'soon', '', '31 Feb 2026 10:00 constructor', '2026 __proto__'],
)
const addresses = fc.constantFrom(
  ...[
    'https://a.example/1',
    '/2?utm_source=x',
    '../3',
    '//b.example/4',
    'javascript:alert(1)',
    'mailto:a@b.example',
  ],
  ...[
    'http://[',
    'https://a.example:99999/',
    'urn:uuid:1',
    'http://ä.example/ü',
    'feed://a.example/',
    '',
    '#x',
    'data:,x',
  ],
)
const numbers = fc.constantFrom(
  '0',
  '1',
  '-1',
  '60',
  '1e9',
  '1e309',
  '99999999999999999999',
  'NaN',
  '',
  '1.5',
  'x',
)
const value = fc.oneof(oddText, dates, addresses, numbers, hostileHtml)

const attribute = fc
  .tuple(
    fc.constantFrom(...attributeNames),
    fc.oneof(
      addresses,
      numbers,
      oddText,
      fc.constantFrom('alternate', 'self', 'hub', 'html', 'xhtml', 'text/html', 'audio/mpeg', 'false'),
    ),
  )
  .map(([name, text]) => ` ${name}="${text.replaceAll('"', '&quot;')}"`)
const content = fc.oneof(
  value,
  value.map((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
  value.map((text) => `<![CDATA[${text}]]>`),
)

const { element } = fc.letrec<{ element: string; inside: string }>((tie) => ({
  inside: fc.oneof(
    { maxDepth: 3 },
    content,
    fc.array(tie('element'), { maxLength: 4 }).map((all) => all.join('')),
  ),
  element: fc
    .tuple(fc.constantFrom(...elementNames), fc.array(attribute, { maxLength: 3 }), tie('inside'))
    .map(([name, attributes, inside]) => `<${name}${attributes.join('')}>${inside}</${name}>`),
}))
const entry = fc
  .tuple(
    fc.constantFrom(...entryNames),
    fc.array(attribute, { maxLength: 1 }),
    fc.array(element, { maxLength: 6 }),
  )
  .map(([name, attributes, inside]) => `<${name}${attributes.join('')}>${inside.join('')}</${name}>`)
const xml = fc
  .tuple(fc.constantFrom(...roots), fc.array(fc.oneof(element, entry, entry), { maxLength: 6 }))
  .map(([root, parts]) => root.replace('@', () => parts.join('')))

const jsonValue = fc.oneof(
  value,
  fc.integer(),
  fc.constantFrom<unknown>(null, true, [], {}, -0, 1e300),
  fc.jsonValue({ maxDepth: 2 }),
)
const partOf = <Name extends string>(...names: readonly Name[]) =>
  fc.dictionary(fc.constantFrom(...names), jsonValue, { maxKeys: names.length })
const jsonItem = fc
  .tuple(
    partOf(
      'id',
      'url',
      'external_url',
      'title',
      'content_html',
      'content_text',
      'summary',
      'image',
      'date_published',
      'date_modified',
      'author',
      'tags',
    ),
    fc.array(partOf('url', 'mime_type', 'size_in_bytes', 'title', 'duration_in_seconds'), { maxLength: 2 }),
    fc.oneof(fc.array(partOf('name', 'url', 'avatar'), { maxLength: 2 }), jsonValue),
  )
  .map(([fields, attachments, authors]) => ({ ...fields, attachments, authors }))
const json = fc
  .tuple(
    partOf(
      'title',
      'home_page_url',
      'feed_url',
      'description',
      'icon',
      'favicon',
      'language',
      'expired',
      'hubs',
      'next_url',
    ),
    fc.oneof(fc.array(fc.oneof(jsonItem, jsonValue), { maxLength: 5 }), jsonValue),
    fc.constantFrom('https://jsonfeed.org/version/1.1', 'https://jsonfeed.org/version/1', ''),
  )
  .map(([fields, items, version]) => JSON.stringify({ version, ...fields, items }))

/** A document of any kind of feed, whose parts stand where they do not belong and say what they should not. */
export const feedDocument = fc.oneof({ weight: 4, arbitrary: xml }, { weight: 1, arbitrary: json })
