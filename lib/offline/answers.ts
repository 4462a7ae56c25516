import type { PostingItem } from '#lib/api/postings/postings.ts'
import { foldedOnce, isAbout } from './kept-lists.ts'
import { keptInOrder } from './kept-order.ts'
import { jsonAnswer, openKept, readKept } from './kept.ts'
import { keptFolders, keptSources } from './local-state.ts'

/** Parameters of a list that are understood without the server; a list by others is not answered. */
const understood = new Set(
  'show starred later order freshMinutes sourceId folderId labelId cursor limit'.split(' '),
)
const said = (value: string | null) => value === '1' || value === 'true'

const numberOf = (value: string | null) => (value === null || value === '' ? undefined : Number(value))

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
  const known = [await keptSources(cache), await keptFolders(cache)] as const
  const scope = {
    sourceId: numberOf(asked.get('sourceId')),
    folderId: numberOf(asked.get('folderId')),
    labelId: numberOf(asked.get('labelId')),
    starred: said(asked.get('starred')),
    later: said(asked.get('later')),
  }
  const freshMinutes = asked.get('freshMinutes')
  const isFresh = (freshMinutes ?? '') !== ''
  const youngFrom = isFresh ? new Date(Date.now() - Number(freshMinutes) * 60_000).toISOString() : ''
  const isWanted = (posting: PostingItem) =>
    !(asked.get('show') === 'unread' && posting.isRead) &&
    posting.shownAt >= youngFrom &&
    !(isFresh && posting.delay.kind === 'initial') &&
    isAbout(scope, posting, ...known)
  const listed = asked.has('cursor') ? [] : kept.postings.filter(isWanted)
  // The same lists show stories once as on the server: foldsStories of lib/store/lists/story-once.ts.
  const showsEach = scope.sourceId !== undefined || scope.starred || scope.later || isFresh
  const postings = showsEach ? listed.map((each) => ({ ...each, alsoIn: [] })) : foldedOnce(listed)
  return jsonAnswer({
    postings: keptInOrder(postings, { order: asked.get('order'), isFresh, places: kept.places ?? {} }),
    nextCursor: null,
    asOfId: kept.asOfId,
    asOfAt: kept.readAt,
  })
}

/** The number of postings that are kept. */
export async function countKept(): Promise<number> {
  const cache = await openKept()
  return cache === null ? 0 : ((await readKept(cache))?.postings.length ?? 0)
}
