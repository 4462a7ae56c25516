import type { PostingItem } from '#lib/api/postings.ts'
import { inOrder } from './kept-order.ts'
import { jsonAnswer, openKept, readKept } from './kept.ts'
import { foldersBySource } from './local-state.ts'

/** Parameters of a list that are understood without the server; a list by others is not answered. */
const understood = new Set('show starred later order freshMinutes sourceId folderId cursor limit'.split(' '))
const said = (value: string | null) => value === '1' || value === 'true'

/** The answer of what is kept to a GET of our API; null when there is none. */
export async function answerFromKept(url: URL): Promise<Response | null> {
  const cache = await openKept()
  if (cache === null) return null
  if (url.pathname === '/api/v1/postings') return answerList(cache, url.searchParams)
  return (await cache.match(`${url.pathname}${url.search}`)) ?? null
}

async function answerList(cache: Cache, asked: URLSearchParams): Promise<Response | null> {
  const kept = await readKept(cache)
  const isUnderstood = [...asked].every(
    ([name, value]) => understood.has(name) || value === '' || value === 'false',
  )
  if (kept === null || !isUnderstood) return null
  const folderOf = await foldersBySource(cache)
  const sourceId = asked.get('sourceId')
  const folderId = asked.get('folderId')
  const freshMinutes = asked.get('freshMinutes')
  const youngFrom =
    freshMinutes === null ? '' : new Date(Date.now() - Number(freshMinutes) * 60_000).toISOString()
  const isWanted = (posting: PostingItem & { readonly isLater?: boolean }) =>
    !(asked.get('show') === 'unread' && posting.isRead) &&
    !(said(asked.get('starred')) && !posting.isStarred) &&
    !(said(asked.get('later')) && posting.isLater !== true) &&
    posting.shownAt >= youngFrom &&
    (sourceId === null || posting.sourceId === Number(sourceId)) &&
    (folderId === null || folderOf.get(posting.sourceId) === Number(folderId))
  const postings = asked.has('cursor') ? [] : kept.postings.filter(isWanted)
  return jsonAnswer({
    postings: inOrder(postings, asked.get('order')),
    nextCursor: null,
    asOfId: kept.asOfId,
    asOfAt: kept.readAt,
  })
}

/** How many postings are kept. */
export async function countKept(): Promise<number> {
  const cache = await openKept()
  return cache === null ? 0 : ((await readKept(cache))?.postings.length ?? 0)
}
