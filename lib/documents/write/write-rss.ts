import type { OutputDocument, OutputEntry } from './output-document.ts'
import { escapeText, escapeValue } from '#lib/documents/html/xml-text.ts'

const namespaces = [
  'xmlns:atom="http://www.w3.org/2005/Atom"',
  'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
].join(' ')

/** RSS 2.0 (https://www.rssboard.org/rss-specification), with whole texts as content:encoded. */
export function writeRss({ title, selfUrl, homeUrl, hubUrl, updatedAt, entries }: OutputDocument): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<rss version="2.0" ${namespaces}>`,
    '<channel>',
    `<title>${escapePlain(title)}</title>`,
    `<link>${escapeText(homeUrl)}</link>`,
    `<description>${escapePlain(title)}</description>`,
    `<atom:link rel="self" type="application/rss+xml" href="${escapeValue(selfUrl)}"/>`,
    `<atom:link rel="hub" href="${escapeValue(hubUrl)}"/>`,
    `<lastBuildDate>${updatedAt.toUTCString()}</lastBuildDate>`,
    ...entries.map(writeItem),
    '</channel>',
    '</rss>',
    '',
  ].join('\n')
}

function writeItem(entry: OutputEntry): string {
  const { id, title, url, author, html, excerpt, publishedAt, sourceTitle, labels } = entry
  const isEmpty = html === null || html === ''
  // An item has a title or a description at least, and a description before its content.
  const isDescribed = excerpt !== '' || !isEmpty
  return [
    '<item>',
    `<guid isPermaLink="false">${escapeText(id)}</guid>`,
    ...(title === '' && isDescribed ? [] : [`<title>${escapePlain(title)}</title>`]),
    ...(url === null ? [] : [`<link>${escapeText(url)}</link>`]),
    `<pubDate>${publishedAt.toUTCString()}</pubDate>`,
    ...[author ?? sourceTitle]
      .filter((name) => name !== '')
      .map((name) => `<dc:creator>${escapePlain(name)}</dc:creator>`),
    ...labels.map((label) => `<category>${escapePlain(label)}</category>`),
    // The description is HTML by custom: what is plain text is written as such.
    ...(isDescribed ? [`<description>${escapeText(escapeText(excerpt))}</description>`] : []),
    ...(isEmpty ? [] : [`<content:encoded>${escapeText(html)}</content:encoded>`]),
    ...entry.enclosures.slice(0, 1).map(writeEnclosure), // readers expect one
    '</item>',
  ].join('\n')
}

/** Plain text. References in this form mean no HTML to any reader (RSS Best Practices Profile). */
function escapePlain(text: string): string {
  return escapeText(text).replaceAll('&amp;', '&#x26;').replaceAll('&lt;', '&#x3C;')
}

/** The specification wants a length and a type; readers know 0 and octet-stream for "unknown". */
function writeEnclosure({ url, type, length }: OutputEntry['enclosures'][number]): string {
  const kind = escapeValue(type ?? 'application/octet-stream')
  return `<enclosure url="${escapeValue(url)}" length="${length ?? 0}" type="${kind}"/>`
}
