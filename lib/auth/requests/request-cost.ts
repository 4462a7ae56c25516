/** A page takes 27 ms of the web server's processor, a small answer 1; a search takes ten times as long as a posting (`npm run bench -- load`). */
const dear = 10
export const pageCost = dear
export const searchCost = dear

/** Besides lists with a query, what searches, goes through all that an account has, or sends much of it. A number has spellings (%31, 0x1). */
const dearPaths =
  /^\/api\/v1\/(?:opml(?:\/from-address)?|import|export|offline|views\/counts|rules\/(?:test|[^/]+\/run|runs\/[^/]+\/undo)|alerts\/preview|admin\/preview\/\w+|postings\/(?:count|mark-read\/(?:query|undo)))$/

/** As how many a request counts. */
export function costOf(request: Request): number {
  const { pathname, searchParams } = new URL(request.url)
  return dearPaths.test(plainPath(pathname)) || searchParams.has('query') ? dear : 1
}

/** A path with its signs as they are: Next answers "/api/v1/%65xport" as it answers "/api/v1/export". */
function plainPath(pathname: string): string {
  return pathname.replace(/%([2-7][\da-f])/gi, (_sign, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** More than most articles have. The first synchronisation of an app takes some 100 MB for 10,000 articles, and all apps may take 240 MB a minute. */
const bytesOfOne = 100_000

/** As how many an answer counts besides its request: to make so many bytes takes 3 ms of the thread that serves all. */
export function costOfBytes(bytes: number): number {
  return Math.max(0, Math.ceil(bytes / bytesOfOne) - 1)
}
