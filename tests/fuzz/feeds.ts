import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import type { ParsedEntry, ParsedFeed, ParseResult } from '#lib/documents/read/feed-types.ts'
import { distinctEntries, postingKeys } from '#lib/documents/identity/posting-identity.ts'
import { parseFeed } from '#lib/documents/read/parse-feed.ts'
import { dataFolders } from '#tests/support/data/test-data.ts'
import { mustBeClean } from './clean-html.ts'
import { feedDocument } from './feed-grammar.ts'
import { mutated } from './mutate.ts'
import { fuzzTarget, mustHold } from './target.ts'

/** Larger ones say nothing that small ones do not, and are read less often in the same time. */
const largestFixtureBytes = 60_000
/** Of documents of some kilobytes, which take a thousandth of it: what takes longer grows faster than its document. */
const longestCpuMs = 3_000
const firstInstant = Date.parse('0001-01-01T00:00:00Z')
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z')

function readFixtures(): Buffer[] {
  return ['tests/fixtures/feeds', ...dataFolders('feed-corpus')]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
    )
    .filter(
      (file) => /\.(xml|rss|atom|rdf|json|html)$/.test(file) && !/(manifest|summary|failures)/.test(file),
    )
    .map((file) => readFileSync(file))
    .filter(({ length }) => length > 0 && length <= largestFixtureBytes)
}

const url = 'https://example.org/blog/feed.xml'
const contentType = fc.constantFrom(
  null,
  'text/xml',
  'application/json; charset=utf-8',
  'text/xml; charset=utf-16',
  'x; charset="\0',
)

export const feedTargets = [
  fuzzTarget(
    'feeds: a document of the grammar is read',
    700,
    fc.tuple(feedDocument, contentType),
    ([text, type]) => mustReadWell(Buffer.from(text), type),
  ),
  fuzzTarget(
    'feeds: a changed real document is read',
    500,
    fc.tuple(mutated(readFixtures()), contentType),
    ([body, type]) => mustReadWell(body, type),
  ),
]

async function mustReadWell(body: Buffer, type: string | null): Promise<void> {
  const before = process.cpuUsage()
  const result = await parseFeed({ body, contentType: type, url })
  const { user, system } = process.cpuUsage(before)
  mustHold((user + system) / 1000 < longestCpuMs, `took ${(user + system) / 1000} ms of processor time`)
  const again = await parseFeed({ body, contentType: type, url })
  mustHold(isDeepStrictEqual(again, result), 'a second reading gives something else')
  if (result.ok) mustBeSane(result.feed)
  else mustBeForeseen(result)
}

/** A document may be broken; a mistake of ours must not be passed off as that. */
function mustBeForeseen(result: Extract<ParseResult, { ok: false }>): void {
  // What JSON.parse says quotes the document.
  const message = result.error.message.replace(/Unexpected token .* is not valid JSON/s, '')
  const ours =
    /is not a function|Cannot (read|convert|destructure|assign)|Maximum call|undefined|null \(|Invalid (array|string|time|count)|not iterable/
  mustHold(!ours.test(message), message)
}

function mustBeSane(feed: ParsedFeed): void {
  const keys = postingKeys(feed.entries)
  mustHold(
    keys.every((key) => /^[0-9a-f]{40}$/.test(key)),
    `keys ${keys.join(' ')}`,
  )
  mustHold(distinctEntries(feed.entries).length === new Set(keys).size, 'a key stands for two postings')
  const { ttlMinutes, updatePeriodMs, skipHours, skipDays } = feed.hints
  for (const hint of [ttlMinutes, updatePeriodMs])
    mustHold(hint === null || (Number.isFinite(hint) && hint >= 0), `hint ${hint}`)
  mustHold(
    skipHours.every((hour) => Number.isInteger(hour) && hour >= 0 && hour < 24),
    `hours ${skipHours.join(' ')}`,
  )
  mustHold(
    skipDays.every((day) => Number.isInteger(day) && day >= 0 && day < 7),
    `days ${skipDays.join(' ')}`,
  )
  for (const address of [feed.siteUrl, feed.iconUrl, feed.selfUrl, feed.hubUrl, feed.cloudUrl])
    mustBeOfTheWeb(address)
  for (const text of [feed.title, feed.description, feed.language]) mustBeStorable(text)
  feed.entries.forEach(mustBeSaneEntry)
}

function mustBeSaneEntry(entry: ParsedEntry): void {
  for (const at of [entry.publishedAt, entry.updatedAt])
    mustHold(at === null || (Number.isInteger(at) && at >= firstInstant && at <= lastInstant), `date ${at}`)
  for (const address of [entry.originalUrl, entry.imageUrl]) mustBeOfTheWeb(address)
  mustBeHarmless(entry.url)
  for (const text of [entry.guid, entry.title, entry.author, entry.html, entry.excerpt, ...entry.categories])
    mustBeStorable(text)
  mustHold(entry.excerpt.length <= 300, `excerpt of ${entry.excerpt.length}`)
  mustHold(!/[\r\n]/.test(entry.title ?? ''), 'a title of two lines')
  mustBeClean(entry.html)
  for (const { url: address, type, length, chapters = [], chaptersUrl = null } of entry.enclosures) {
    mustBeHarmless(address)
    mustBeOfTheWeb(chaptersUrl)
    mustBeStorable(type)
    mustHold(length === null || (Number.isSafeInteger(length) && length >= 0), `length ${length}`)
    for (const chapter of chapters) {
      mustBeStorable(chapter.title)
      mustHold(Number.isFinite(chapter.startMs) && chapter.startMs >= 0, `chapter at ${chapter.startMs}`)
    }
  }
}

/** Of the web, or of a scheme that opens another program (HTML, safelisted schemes). */
function mustBeHarmless(address: string | null): void {
  const others =
    /^(bitcoin|ftps?|geo|im|ircs?|magnet|mailto|matrix|mms|news|nntp|openpgp4fpr|sftp|sip|sms|smsto|ssh|tel|webcal|wtai|xmpp):[^\s<>"]*$/i
  if (address === null || !others.test(address)) mustBeOfTheWeb(address)
}

function mustBeOfTheWeb(address: string | null): void {
  mustHold(address === null || /^https?:\/\/[^\s]+$/.test(address), `address ${address}`)
}

/** Text that PostgreSQL cannot hold would fail the poll. */
function mustBeStorable(text: string | null): void {
  mustHold(text === null || (!text.includes('\0') && text.isWellFormed()), `text ${JSON.stringify(text)}`)
}
