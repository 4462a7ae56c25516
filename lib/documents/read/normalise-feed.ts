import type { FeedField } from './feed-vocabulary.ts'
import type { ParsedFeed, DocumentHints } from './feed-types.ts'
import { namesOf, normaliseEntries } from './normalise-entry.ts'
import { languageTag } from './language-tag.ts'
import { childrenOf, relationOf } from './xml-node.ts'
import type { XmlNode } from './xml-node.ts'
import type { RawFeed } from './rss-reader.ts'
import { plainTextOf } from './text-construct.ts'
import { resolveWebAddress, withScheme } from '#lib/documents/html/web-address.ts'
import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'

/** Brings a feed of any XML format into the one shape of the program. `url` is where the document came from. */
export function normaliseFeed(raw: RawFeed, url: string): ParsedFeed {
  const rules = raw.kind === 'Atom' ? 'atom' : 'rss'
  const text = (...names: FeedField[]) => {
    for (const name of names)
      for (const node of raw.fields(name)) {
        const found = plainTextOf(node, rules)
        if (found !== null) return found
      }
    return null
  }
  const links = [...raw.fields('link'), ...raw.fields('atom:link')]
  const siteUrl = siteUrlOf(raw, links)
  // RSS has no rule for relative addresses; publishers who use them mean their site (RSS Board profile, 3).
  const base = rules === 'rss' && raw.base === url ? (siteUrl ?? url) : raw.base
  return {
    kind: raw.kind,
    title: text('title', 'atom:title', 'dc:title'),
    description: text(
      'description',
      'subtitle',
      'tagline',
      'itunes:summary',
      'itunes:subtitle',
      'dc:description',
      'info',
      'atom:subtitle',
      'abstract',
    ),
    siteUrl,
    language: languageOf(raw),
    iconUrl: iconUrlOf(raw, base),
    selfUrl: linkByRelation(links, 'self'),
    hubUrl: linkByRelation(links, 'hub'),
    cloudUrl: cloudUrlOf(raw),
    hints: hintsOf(raw),
    entries: normaliseEntries(
      raw.entries,
      (entry) => ({ rules, base: entry.base === url ? base : entry.base, url }),
      // Atom lets entries inherit them (RFC 4287, 4.2.1); in RSS they are those of the channel alone.
      rules === 'atom' ? namesOf(raw.fields('author'), rules) : null,
    ),
  }
}

function siteUrlOf(raw: RawFeed, links: readonly XmlNode[]): string | null {
  for (const node of raw.fields('link')) {
    const found = resolveWebAddress(withScheme(node._), node.base)
    if (found !== null) return found
  }
  const alternates = links.filter(
    (link) => ['', 'alternate'].includes(relationOf(link)) && link.$['href'] !== undefined,
  )
  const page = alternates.find(({ $ }) => ($['type'] ?? 'text/html').includes('html')) ?? alternates[0]
  return resolveWebAddress(page?.$['href'] ?? raw.attributes['href'], page?.base ?? raw.base)
}

function linkByRelation(links: readonly XmlNode[], relation: string): string | null {
  const link = links.find((one) => relationOf(one) === relation)
  return link === undefined ? null : resolveWebAddress(link.$['href'], link.base)
}

/** `<cloud domain port path registerProcedure protocol>` of RSS 2.0; XML-RPC and SOAP, which hardly any still speak, are left. */
function cloudUrlOf(raw: RawFeed): string | null {
  const { domain = '', port = '80', path = '/', protocol = '' } = raw.fields('cloud')[0]?.$ ?? {}
  if (!/^https?-post$/i.test(protocol.trim()) || !/^[\w.-]+$/.test(domain.trim())) return null
  const scheme = protocol.trim().toLowerCase() === 'https-post' || port.trim() === '443' ? 'https' : 'http'
  return resolveWebAddress(path.trim(), `${scheme}://${domain.trim()}:${port.trim()}/`)
}

function languageOf(raw: RawFeed): string | null {
  const written =
    raw.fields('language')[0]?._ ?? raw.fields('dc:language')[0]?._ ?? raw.attributes['xml:lang'] ?? ''
  return languageTag(written)
}

function iconUrlOf(raw: RawFeed, base: string): string | null {
  const images = [
    ...raw.fields('icon'),
    ...raw.fields('atom:icon'),
    ...raw.fields('image'),
    ...raw.fields('logo'),
    ...raw.fields('itunes:image'),
  ]
  for (const node of images) {
    const address = childrenOf(node, 'url')[0]?._ ?? node.$['href'] ?? node.$['url'] ?? node._
    const found = resolveWebAddress(address, base)
    if (found !== null) return found
  }
  return null
}

const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const periodMs: Readonly<Record<string, number>> = {
  hourly: HOUR_MS,
  daily: DAY_MS,
  weekly: 7 * DAY_MS,
  monthly: 30 * DAY_MS,
  yearly: 365 * DAY_MS,
}

function hintsOf(raw: RawFeed): DocumentHints {
  const ttl = Number(raw.fields('ttl')[0]?._.trim() || Number.NaN)
  const hours = raw
    .fields('skiphours')
    .flatMap((node) => childrenOf(node, 'hour').map(({ _ }) => Number(_.trim() || Number.NaN)))
  const days = raw
    .fields('skipdays')
    .flatMap((node) =>
      childrenOf(node, 'day').map(({ _ }) => dayNames.indexOf(_.trim().slice(0, 3).toLowerCase())),
    )
  const period = periodMs[raw.fields('sy:updateperiod')[0]?._.trim().toLowerCase() ?? '']
  const frequency = Number(raw.fields('sy:updatefrequency')[0]?._.trim() || 1)
  return {
    ttlMinutes: Number.isFinite(ttl) && ttl > 0 ? ttl : null,
    // RSS 0.91 counted the hours 1-24, RSS 2.0 counts 0-23: 24 is midnight in both.
    skipHours: distinct(
      hours.filter((hour) => Number.isInteger(hour) && hour >= 0 && hour <= 24).map((hour) => hour % 24),
    ),
    skipDays: distinct(days.filter((day) => day >= 0)),
    updatePeriodMs: period === undefined || !(frequency > 0) ? null : Math.round(period / frequency),
  }
}

function distinct(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b)
}
