/** A page takes 27 ms of the web server's processor, a small answer 1; a search takes ten times as long as a posting (`npm run bench -- load`). */
const dear = 10
export const pageCost = dear
export const searchCost = dear

/** Besides lists with a query, what searches, goes through all that an account has, or sends much of it. A number has spellings (%31, 0x1). */
const dearPaths =
  /^\/api\/v1\/(?:opml(?:\/from-address)?|import|export|offline|views\/counts|rules\/(?:test|[^/]+\/run|runs\/[^/]+\/undo)|alerts\/preview|admin\/preview\/\w+|postings\/(?:count|mark-read\/query))$/

/** As how many a request counts. */
export function costOf(request: Request): number {
  const { pathname, searchParams } = new URL(request.url)
  return dearPaths.test(pathname) || searchParams.has('query') ? dear : 1
}
