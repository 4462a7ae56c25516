import { foldersWithin, type NestedFolder } from '#lib/api/list-scope.ts'
import type { PostingDetail, PostingItem, UnreadCounts } from '#lib/api/postings.ts'
import type { SubscriptionItem } from '#lib/api/subscriptions.ts'
import { readJson, readKept, writeJson, writeKept } from './kept.ts'

export const countsPath = '/api/v1/counts'
export const subscriptionsPath = '/api/v1/subscriptions'
export const foldersPath = '/api/v1/folders'

/** What an act makes of the postings that it means. */
export type LocalChange = {
  readonly isMeant: (posting: PostingItem) => boolean
  readonly fields: Readonly<Partial<PostingItem>>
}

/** Fields of a change of one posting, as the server would set them. */
export function fieldsOf(change: Readonly<Record<string, unknown>>, at: number): Partial<PostingItem> {
  const { seen, ...fields } = change
  return { ...fields, ...(seen === true ? { seenAt: new Date(at).toISOString() } : {}) }
}

/** Makes a change to the kept postings, their texts and counts. @returns those that it changed, as they were before */
export async function changeKept(cache: Cache, { isMeant, fields }: LocalChange): Promise<PostingItem[]> {
  const kept = await readKept(cache)
  if (kept === null) return []
  const before = kept.postings.filter(isMeant)
  if (before.length === 0) return []
  const ids = new Set(before.map(({ id }) => id))
  const change = (posting: PostingItem) => (ids.has(posting.id) ? { ...posting, ...fields } : posting)
  await writeKept(cache, { ...kept, postings: kept.postings.map(change) })
  for (const id of ids) {
    const key = `/api/v1/postings/${id}`
    const text = await readJson<PostingDetail>(cache, key)
    if (text !== null) await writeJson(cache, key, { ...text, ...fields })
  }
  await changeCounts(cache, before, fields)
  return before
}

async function changeCounts(
  cache: Cache,
  before: readonly PostingItem[],
  { isRead, isStarred }: Partial<PostingItem>,
): Promise<void> {
  const counts = await readJson<UnreadCounts>(cache, countsPath)
  if (counts === null) return
  const sourceOf = new Map((await keptSources(cache)).map((each) => [each.sourceId, each]))
  const folders = await keptFolders(cache)
  const bySource = { ...counts.bySource }
  const byFolder = { ...counts.byFolder }
  let { all, starred } = counts
  for (const posting of before) {
    const source = sourceOf.get(posting.sourceId)
    const isHeard = source?.isMuted !== true
    const unread = Number(!(isRead ?? posting.isRead)) - Number(!posting.isRead)
    if (isHeard && source?.isApart !== true) all += unread
    starred += Number(isStarred ?? posting.isStarred) - Number(posting.isStarred)
    bySource[posting.sourceId] = Math.max(0, (bySource[posting.sourceId] ?? 0) + unread)
    for (const id of isHeard ? foldersAround(folders, source?.folderId ?? null) : [])
      byFolder[id] = Math.max(0, (byFolder[id] ?? 0) + unread)
  }
  const rest = { bySource, byFolder }
  await writeJson(cache, countsPath, {
    ...counts,
    ...rest,
    all: Math.max(0, all),
    starred: Math.max(0, starred),
  })
}

/** The sources that are subscribed to, as last heard of. */
export async function keptSources(cache: Cache): Promise<readonly SubscriptionItem[]> {
  const answer = await readJson<{ readonly subscriptions?: readonly SubscriptionItem[] }>(
    cache,
    subscriptionsPath,
  )
  return answer?.subscriptions ?? []
}

/** The folders, as last heard of. */
export async function keptFolders(cache: Cache): Promise<readonly NestedFolder[]> {
  const answer = await readJson<{ readonly folders?: readonly NestedFolder[] }>(cache, foldersPath)
  return answer?.folders ?? []
}

/** A folder and all that it stands in. */
function foldersAround(folders: readonly NestedFolder[], folderId: number | null): readonly number[] {
  if (folderId === null) return []
  return folders.map(({ id }) => id).filter((id) => foldersWithin(folders, id).has(folderId))
}
