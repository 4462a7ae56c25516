import fc from 'fast-check'
import { linksOfHeader } from '#lib/documents/door/link-header.ts'
import { pushOfferOf } from '#lib/documents/read/websub-offer.ts'
import { cacheHintsOf, retryAtOf, serverTimeOf } from '#lib/documents/door/response-headers.ts'
import { isAllowedByRobots, parseRobots } from '#lib/documents/fetch/robots.ts'
import { decodeDocument } from '#lib/documents/read/decode-document.ts'
import { isSignedBy } from '#lib/documents/write/delivery-signature.ts'
import { oddText } from './mutate.ts'
import { fuzzTarget, mustHold } from './target.ts'

const now = Date.UTC(2026, 0, 5)
const last = Date.UTC(10_000, 0)
const pieces = fc.constantFrom(
  ...[
    'max-age=',
    'max-age',
    '=',
    '3600',
    '999999999',
    '"',
    ',',
    ';',
    ' ',
    'no-store',
    's-maxage=1',
    '0',
    '-1',
  ],
  ...[
    'Mon, 05 Jan 2026 00:00:00 GMT',
    'Fri, 31 Dec 9999 23:59:59 GMT',
    '2026 constructor',
    '120, 120',
    '1e9',
  ],
  ...[
    '<https://hub.example/>; rel=hub',
    '<../self>;rel="self"',
    '<',
    '>',
    'rel=hub',
    '; rel="hub self"',
    'rel=',
    '<a',
  ],
  ...['text/xml', 'charset=', 'charset="utf-7"', 'utf-16', 'sha1=', 'sha256=00', 'W/"x"'],
)
const header = fc.oneof(
  oddText,
  fc.array(fc.oneof(pieces, oddText), { maxLength: 10 }).map((all) => all.join('')),
)
const names = [
  'retry-after',
  'cache-control',
  'expires',
  'date',
  'age',
  'link',
  'etag',
  'last-modified',
  'content-type',
]
const headers = fc.dictionary(fc.constantFrom(...names), fc.oneof(header, fc.array(header, { maxLength: 3 })))

const line = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        'User-agent',
        'user-agent ',
        'Allow',
        'Disallow',
        'Crawl-delay',
        'Sitemap',
        'constructor',
      ),
      fc.oneof(fc.constantFrom('skylark', '*', '/', '/*', '/a*b*$', '$', '10', '1e9', '/%2f%zz'), oddText),
    )
    .map(([name, text]) => `${name}: ${text}`),
  oddText,
)

export const headerTargets = [
  fuzzTarget('headers: times that a server names can be stored', 8000, headers, (sent) => {
    const serverAt = serverTimeOf(sent)
    const retryAt = retryAtOf(sent, serverAt, now)
    const { maxAgeMs, expiresAt } = cacheHintsOf(sent)
    for (const at of [serverAt, retryAt, expiresAt])
      mustHold(at === null || (Number.isInteger(at) && at < last), `instant ${at}`)
    mustHold(maxAgeMs === null || (Number.isSafeInteger(maxAgeMs) && maxAgeMs >= 0), `max-age ${maxAgeMs}`)
  }),
  fuzzTarget(
    'headers: links and hubs are addresses of the web',
    40_000,
    fc.tuple(header, header),
    ([linkHeader, self]) => {
      const base = 'https://example.org/feed'
      for (const { url } of linksOfHeader(linkHeader, base)) mustHold(/^https?:\/\//.test(url), url)
      const feed = { hubUrl: null, selfUrl: null, cloudUrl: null }
      const offer = pushOfferOf(base, { finalUrl: base, linkHeader }, feed)
      mustHold(
        offer === null || (URL.canParse(offer.hubUrl) && URL.canParse(offer.topicUrl)),
        JSON.stringify(offer),
      )
      decodeDocument(Buffer.from(self), linkHeader)
      mustHold(!isSignedBy('secret', Buffer.from(self), linkHeader), 'a signature by chance')
    },
  ),
  fuzzTarget(
    'headers: any robots.txt is read, and allows itself',
    40_000,
    fc.tuple(fc.array(line, { maxLength: 30 }), fc.webPath(), fc.constantFrom('\n', '\r', '\r\n')),
    ([lines, path, end]) => {
      const robots = parseRobots(lines.join(end), ['skylark'])
      const { crawlDelayMs } = robots
      mustHold(
        crawlDelayMs === null || (crawlDelayMs >= 0 && crawlDelayMs <= 86_400_000),
        `delay ${crawlDelayMs}`,
      )
      mustHold(isAllowedByRobots(robots, 'https://a.example/robots.txt'), 'robots.txt itself')
      isAllowedByRobots(robots, `https://a.example${path}`)
    },
  ),
]
