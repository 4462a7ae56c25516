import { oncePerProcess } from '#lib/runtime/once-per-process.ts'
import { createArticlePool, createImportPool, createOpmlPool, createParsePool } from './parse-in-worker.ts'

/** The web server's thread for feeds, so that no page waits for one. */
export const serverParsePool = oncePerProcess(createParsePool, (pool) => pool.close())

/** The web server's thread for subscription lists. */
export const serverOpmlPool = oncePerProcess(createOpmlPool)

/** The web server's thread for exports of other readers. */
export const serverImportPool = oncePerProcess(createImportPool)

/** The web server's thread for pages. */
export const serverArticlePool = oncePerProcess(createArticlePool, (pool) => pool.close())
