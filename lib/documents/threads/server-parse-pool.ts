import {
  createArticlePool,
  createImportPool,
  createOpmlPool,
  createParsePool,
  type ArticlePool,
  type ImportPool,
  type OpmlPool,
  type ParsePool,
} from './parse-in-worker.ts'

// Kept on globalThis: Next loads this module once per bundle and again after each change while developing.
const holder = globalThis as {
  skylarkParsePool?: ParsePool
  skylarkOpmlPool?: OpmlPool
  skylarkImportPool?: ImportPool
  skylarkArticlePool?: ArticlePool
}

/** The web server's thread for feeds, so that no page waits for one. */
export function serverParsePool(): ParsePool {
  return (holder.skylarkParsePool ??= createParsePool())
}

/** The web server's thread for subscription lists. */
export function serverOpmlPool(): OpmlPool {
  return (holder.skylarkOpmlPool ??= createOpmlPool())
}

/** The web server's thread for exports of other readers. */
export function serverImportPool(): ImportPool {
  return (holder.skylarkImportPool ??= createImportPool())
}

/** The web server's thread for pages. */
export function serverArticlePool(): ArticlePool {
  return (holder.skylarkArticlePool ??= createArticlePool())
}
