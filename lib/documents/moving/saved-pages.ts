/**
 * Stands for the feed of pages that a subscriber saved by their addresses: in the archive that holds them (lib/store/postings/archives.ts)
 * and in exports. No address that anything could be fetched from.
 */
export const savedPagesFeed = 'skylark:saved-pages'
