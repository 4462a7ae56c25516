import { opmlNamespace, settingAttributes, type OpmlSettings } from '#lib/documents/moving/opml-settings.ts'
import { escapeValue } from '#lib/documents/html/xml-text.ts'

export type OpmlFeed = {
  readonly url: string
  readonly title: string
  readonly siteUrl: string | null
  readonly settings?: OpmlSettings
}
export type OpmlFolder = {
  readonly title: string
  readonly folders?: readonly OpmlFolder[]
  readonly feeds: readonly OpmlFeed[]
}

/**
 * The lines of a subscription list (OPML 2.0) that every reader reads back with the same folders and titles, and `parseOpml`
 * with the same settings. One by one: a list may have 50,000.
 */
export function* writeOpml(list: OpmlFolder): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>'
  yield `<opml version="2.0"${hasSettings(list) ? ` ${opmlNamespace}` : ''}>`
  yield `  <head><title>${escapeValue(list.title)}</title></head>`
  yield '  <body>'
  yield* writeFolder(list, '    ')
  yield '  </body>'
  yield '</opml>'
  yield ''
}

function hasSettings({ folders = [], feeds }: OpmlFolder): boolean {
  return feeds.some(({ settings }) => settings !== undefined) || folders.some(hasSettings)
}

function* writeFolder(folder: OpmlFolder, indent: string): Generator<string> {
  for (const inner of folder.folders ?? []) {
    // Without `title`: W3C's validator wants a type beside it, which no folder has.
    yield `${indent}<outline text="${escapeValue(inner.title)}">`
    yield* writeFolder(inner, `${indent}  `)
    yield `${indent}</outline>`
  }
  for (const feed of folder.feeds) {
    const title = escapeValue(feed.title)
    const site = feed.siteUrl === null ? '' : ` htmlUrl="${escapeValue(feed.siteUrl)}"`
    const settings = feed.settings === undefined ? [] : settingAttributes(feed.settings)
    const set = settings.map(([name, value]) => ` ${name}="${escapeValue(value)}"`).join('')
    yield `${indent}<outline type="rss" text="${title}" title="${title}" xmlUrl="${escapeValue(feed.url)}"${site}${set} />`
  }
}
