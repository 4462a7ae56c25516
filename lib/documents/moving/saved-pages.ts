/**
 * Stands for the feed of pages that a subscriber saved by their addresses: in the archive that holds them (lib/store/postings/archives.ts)
 * and in exports. No address that anything could be fetched from.
 */
export const savedPagesFeed = 'skylark:saved-pages'

/** What a page is called of which nothing is known but its address, until it has been read. */
export function nameOfPage(url: string): string {
  return url
    .replace(/^https?:\/\/(www\.)?/, '')
    .replace(/\/$/, '')
    .slice(0, 500)
}
