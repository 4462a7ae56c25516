/** A page takes 27 ms of the web server's processor, a small answer 1; a search takes ten times as long as a posting (README). */
const dear = 10
export const pageCost = dear

/** Besides lists with a query, what searches, or goes through all that an account has. */
const dearPaths =
  /^\/api\/v1\/(?:opml|views\/counts|rules\/test|alerts\/preview|admin\/preview\/\w+|postings\/(?:count|mark-read\/query))$/

/** As how many a request of a session counts. */
export function costOf(request: Request): number {
  const { pathname, searchParams } = new URL(request.url)
  return dearPaths.test(pathname) || searchParams.has('query') ? dear : 1
}
