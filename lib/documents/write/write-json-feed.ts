import type { OutputDocument, OutputEntry } from './output-document.ts'

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export function writeJsonFeed({ title, selfUrl, homeUrl, hubUrl, entries }: OutputDocument): string {
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: homeUrl,
    feed_url: selfUrl,
    hubs: [{ type: 'WebSub', url: hubUrl }],
    items: entries.map(toItem),
  }
  return `${JSON.stringify(feed, wellFormed)}\n`
}

/** Halves of characters would be written as references that not every reader takes. */
function wellFormed(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}

function toItem(entry: OutputEntry) {
  const { id, title, url, author, html, excerpt, publishedAt, updatedAt, sourceTitle, labels, enclosures } =
    entry
  return {
    id,
    ...(title === '' ? {} : { title }),
    ...(url === null ? {} : { url }),
    ...(html === null ? { content_text: excerpt } : { content_html: html, summary: excerpt }),
    date_published: publishedAt.toISOString(),
    date_modified: updatedAt.toISOString(),
    ...((author ?? sourceTitle) === '' ? {} : { authors: [{ name: author ?? sourceTitle }] }),
    ...(labels.length === 0 ? {} : { tags: labels }),
    ...(enclosures.length === 0 ? {} : { attachments: enclosures.map(toAttachment) }),
  }
}

function toAttachment({ url, type, length }: OutputEntry['enclosures'][number]) {
  return {
    url,
    mime_type: type ?? 'application/octet-stream',
    ...(length === null ? {} : { size_in_bytes: length }),
  }
}
