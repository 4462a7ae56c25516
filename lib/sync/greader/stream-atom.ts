import type { greaderItem } from './greader-item.ts'
import { escaped } from '#lib/sync/object-xml.ts'
import { stateId } from './stream-id.ts'

/** A page of a stream. */
type AtomPage = {
  readonly id: string
  readonly title: string
  readonly selfUrl: string
  readonly htmlUrl: string | null
  /** Seconds, as those of items. */
  readonly updated: number
  readonly items: readonly ReturnType<typeof greaderItem>[]
  readonly continuation?: string
}

const scheme = 'http://www.google.com/reader/'
const namespaces = 'xmlns="http://www.w3.org/2005/Atom" xmlns:gr="http://www.google.com/schemas/reader/atom/"'

/**
 * A page as Google Reader gave it in Atom: ids of entries are those of items, by which they are marked, and states are categories with a
 * label (newsboat reads both).
 */
export function streamAtom({ id, title, selfUrl, htmlUrl, updated, items, continuation }: AtomPage): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed ${namespaces}>`,
    `<id>${nameOf(id)}</id>`,
    `<title>${escaped(title)}</title>`,
    ...(continuation === undefined ? [] : [`<gr:continuation>${escaped(continuation)}</gr:continuation>`]),
    `<link rel="self" type="application/atom+xml" href="${escaped(selfUrl)}"/>`,
    ...(htmlUrl === null ? [] : [pageLink(htmlUrl)]),
    `<updated>${instantOf(updated)}</updated>`,
    ...items.map(entryOf),
    '</feed>',
    '',
  ].join('\n')
}

function entryOf(item: AtomPage['items'][number]): string {
  const { author, origin, published, updated } = item
  return [
    `<entry gr:crawl-timestamp-msec="${item.crawlTimeMsec}">`,
    `<id>${item.id}</id>`,
    ...statesOf(item).map(categoryOf),
    `<title>${escaped(item.title)}</title>`,
    `<published>${instantOf(published)}</published>`,
    `<updated>${instantOf(updated)}</updated>`,
    ...item.alternate.map(({ href }) => pageLink(href)),
    ...(item.enclosure ?? []).map(enclosureOf),
    `<author><name>${escaped(author === '' ? origin.title : author)}</name></author>`,
    `<content type="html">${escaped(item.summary.content)}</content>`,
    `<source gr:stream-id="${escaped(origin.streamId)}">`,
    `<id>${nameOf(origin.streamId)}</id><title>${escaped(origin.title)}</title>`,
    `<updated>${instantOf(updated)}</updated>${pageLink(origin.htmlUrl)}</source>`,
    '</entry>',
  ].join('\n')
}

/**
 * An unread posting is "fresh", as Google Reader said in Atom: without that, newsboat keeps what it once knew as read, whatever became of
 * it elsewhere.
 */
function statesOf({ categories }: AtomPage['items'][number]): readonly string[] {
  return categories.includes(stateId('read')) ? categories : [...categories, stateId('fresh')]
}

/** The label is what stands last: the name of a state or, with its slashes, of a folder or label. */
function categoryOf(id: string): string {
  const label = id.replace(/^user\/-\/(?:state\/com\.google|label)\//, '')
  return `<category term="${escaped(id)}" scheme="${scheme}" label="${escaped(label)}"/>`
}

type Enclosure = NonNullable<AtomPage['items'][number]['enclosure']>[number]

function enclosureOf({ href, type, length }: Enclosure): string {
  const size = length === undefined ? '' : ` length="${length}"`
  return `<link rel="enclosure" href="${escaped(href)}" type="${escaped(type)}"${size}/>`
}

function pageLink(href: string): string {
  return `<link rel="alternate" href="${escaped(href)}" type="text/html"/>`
}

/** An id of Atom is an address, which has no spaces. */
function nameOf(streamId: string): string {
  return escaped(`tag:google.com,2005:reader/${encodeURI(streamId.toWellFormed())}`)
}

function instantOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
