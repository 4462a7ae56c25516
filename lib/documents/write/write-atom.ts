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
    ...entries.map((entry) => writeEntry(entry, title)),
    '</feed>',
    '',
  ].join('\n')
}

function writeEntry(entry: OutputEntry, feedTitle: string): string {
  const { id, title, url, author, excerpt, publishedAt, updatedAt, sourceTitle, labels } = entry
  return [
    '<entry>',
    `<id>${escapeText(id)}</id>`,
    plainElement('title', title),
    ...(url === null ? [] : [`<link rel="alternate" href="${escapeValue(url)}"/>`]),
    ...entry.enclosures.map(writeEnclosure),
    `<published>${publishedAt.toISOString()}</published>`,
    `<updated>${updatedAt.toISOString()}</updated>`,
    // An entry must have an author where its feed has none (RFC 4287, 4.2.1). What was brought in may have no source to name.
    `<author><name>${escapeText(author ?? (sourceTitle || feedTitle))}</name></author>`,
    ...labels.map((label) => `<category term="${escapeValue(label)}"/>`),
    ...(sourceTitle === '' ? [] : [writeSource(entry)]),
    ...(excerpt === '' ? [] : [plainElement('summary', excerpt)]),
    ...contentOf(entry),
    '</entry>',
  ].join('\n')
}

/** An entry must have a content where it has no address (RFC 4287, 4.1.2). */
function contentOf({ html, excerpt, url }: OutputEntry): string[] {
  if (html !== null && html !== '') return [`<content type="html">${escapeText(html)}</content>`]
  return url === null ? [plainElement('content', excerpt)] : []
}

/** Plain text. What looks like HTML is told to be none: readers that take every text for HTML would leave it out. */
function plainElement(name: string, text: string): string {
  if (!/[<&]/.test(text)) return `<${name}>${escapeText(text)}</${name}>`
  return `<${name} type="html">${escapeText(escapeText(text))}</${name}>`
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
