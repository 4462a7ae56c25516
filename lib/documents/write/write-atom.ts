import type { OutputDocument, OutputEntry } from './output-document.ts'
import { escapeText, escapeValue } from '#lib/documents/html/xml-text.ts'

/** Atom 1.0 (RFC 4287). */
export function writeAtom({
  id,
  title,
  selfUrl,
  homeUrl,
  hubUrl,
  updatedAt,
  entries,
}: OutputDocument): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${escapeText(id)}</id>`,
    `<title>${escapeText(title)}</title>`,
    `<updated>${updatedAt.toISOString()}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${escapeValue(selfUrl)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeValue(homeUrl)}"/>`,
    `<link rel="hub" href="${escapeValue(hubUrl)}"/>`,
    ...entries.map(writeEntry),
    '</feed>',
    '',
  ].join('\n')
}

function writeEntry(entry: OutputEntry): string {
  const { id, title, url, author, html, excerpt, publishedAt, updatedAt, sourceTitle, labels } = entry
  return [
    '<entry>',
    `<id>${escapeText(id)}</id>`,
    `<title>${escapeText(title)}</title>`,
    ...(url === null ? [] : [`<link rel="alternate" href="${escapeValue(url)}"/>`]),
    ...entry.enclosures.map(writeEnclosure),
    `<published>${publishedAt.toISOString()}</published>`,
    `<updated>${updatedAt.toISOString()}</updated>`,
    // An entry must have an author where its feed has none (RFC 4287, 4.2.1).
    `<author><name>${escapeText(author ?? sourceTitle)}</name></author>`,
    ...labels.map((label) => `<category term="${escapeValue(label)}"/>`),
    writeSource(entry),
    `<summary>${escapeText(excerpt)}</summary>`,
    ...(html === null ? [] : [`<content type="html">${escapeText(html)}</content>`]),
    '</entry>',
  ].join('\n')
}

/** RFC 4287, 4.2.11, wants id, title and time. The time is the entry's: a later one would change entries that nothing happened to. */
function writeSource({ sourceId, sourceTitle, sourceUrl, updatedAt }: OutputEntry): string {
  return [
    `<source><id>${escapeText(sourceId)}</id><title>${escapeText(sourceTitle)}</title>`,
    `<updated>${updatedAt.toISOString()}</updated>`,
    sourceUrl === null ? '' : `<link rel="alternate" href="${escapeValue(sourceUrl)}"/>`,
    '</source>',
  ].join('')
}

function writeEnclosure({ url, type, length }: OutputEntry['enclosures'][number]): string {
  const known = [
    type === null ? '' : ` type="${escapeValue(type)}"`,
    length === null ? '' : ` length="${length}"`,
  ]
  return `<link rel="enclosure" href="${escapeValue(url)}"${known.join('')}/>`
}
