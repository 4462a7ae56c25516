import type { PostingDetail, PostingItem, UnreadCounts } from '#lib/api/postings.ts'
import type { SubscriptionItem } from '#lib/api/subscriptions.ts'
import { readJson, readKept, writeJson, writeKept } from './kept.ts'

export const countsPath = '/api/v1/counts'
export const subscriptionsPath = '/api/v1/subscriptions'

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
  const folderOf = await foldersBySource(cache)
  const bySource = { ...counts.bySource }
  const byFolder = { ...counts.byFolder }
  let { all, starred } = counts
  for (const posting of before) {
    const unread = Number(!(isRead ?? posting.isRead)) - Number(!posting.isRead)
    all += unread
    starred += Number(isStarred ?? posting.isStarred) - Number(posting.isStarred)
    bySource[posting.sourceId] = Math.max(0, (bySource[posting.sourceId] ?? 0) + unread)
    const folderId = folderOf.get(posting.sourceId) ?? null
    if (folderId !== null) byFolder[folderId] = Math.max(0, (byFolder[folderId] ?? 0) + unread)
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

/** In which folder each source is. */
export async function foldersBySource(cache: Cache): Promise<Map<number, number | null>> {
  return new Map((await keptSources(cache)).map(({ sourceId, folderId }) => [sourceId, folderId]))
}
