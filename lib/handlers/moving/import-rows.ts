import { credibleDates } from '#lib/polling/credible-dates.ts'
import { contentHash, postingKey } from '#lib/documents/identity/posting-identity.ts'
import { tellingTitle } from '#lib/documents/identity/telling-title.ts'
import type { ImportedPosting } from '#lib/documents/moving/import-types.ts'
import type { ImportRow } from '#lib/store/moving/import-postings.ts'

/**
 * A posting of an export as it is stored where no source has it; like those of a first document, without a delay.
 * `keepsLabels`: it gets the labels that the export names.
 */
export function importRowOf(imported: ImportedPosting, now: number, keepsLabels: boolean): ImportRow {
  const { entry, feedUrl, feedTitle, siteUrl, isRead, note, highlights } = imported
  const key = imported.key ?? postingKey(entry, [entry])
  const starredAt = imported.starredAt === null ? null : Math.min(imported.starredAt || now, now)
  const laterAt = imported.laterAt === null ? null : Math.min(imported.laterAt, now)
  const keptAt = imported.keptAt === null ? null : Math.min(imported.keptAt, now)
  const { guid, url, author, html, excerpt, imageUrl, enclosures } = entry
  const { claimedAt, publishedAt } = credibleDates(entry.publishedAt, firstFound(now), trueDates)
  return {
    key,
    urls: url === null ? [] : [url, otherScheme(url)],
    feedUrl,
    feedTitle,
    siteUrl,
    isRead,
    starredAt,
    laterAt,
    keptAt,
    note,
    highlights,
    labels: keepsLabels ? imported.labels : [],
    posting: {
      key,
      guid,
      title: tellingTitle(entry.title ?? '', url, excerpt),
      url,
      author,
      html,
      excerpt,
      imageUrl,
      enclosures,
      contentHash: contentHash(entry),
      claimedAt,
      publishedAt,
      foundAt: now,
      notBeforeAt: null,
      isInitial: true,
      shownAt: publishedAt ?? starredAt ?? laterAt ?? now,
    },
  }
}

const trueDates = { areUndated: false, clockOffsetMs: 0 }

function firstFound(now: number) {
  return { foundAt: now, previousSuccessAt: null }
}

function otherScheme(url: string): string {
  return url.startsWith('https:') ? `http:${url.slice(6)}` : url.replace(/^http:/, 'https:')
}
