import { changedCounts } from '#lib/api/postings/changed-counts.ts'
import type { NestedFolder } from '#lib/api/postings/list-scope.ts'
import type { CountsAnswer, UnreadCounts } from '#lib/api/lists/counts.ts'
import type { PostingDetail, PostingItem } from '#lib/api/postings/postings.ts'
import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { readJson, readKept, writeJson, writeKept } from './kept.ts'

const countsPath = '/api/v1/counts'
const dayPath = '/api/v1/postings/day'
/** The address at which windows ask for both at once. */
export const allCountsPath = '/api/v1/counts/all'
const subscriptionsPath = '/api/v1/subscriptions'
const foldersPath = '/api/v1/folders'

/** The change that an act makes to the postings that it means. */
type LocalChange = {
  readonly isMeant: (posting: PostingItem) => boolean
  readonly fields: Readonly<Partial<PostingItem>>
}

/** Fields of a change of one posting, as the server would set them. */
export function fieldsOf(
  { seen, shownEditedAt: _shown, ...fields }: Readonly<Record<string, unknown>>,
  at: number,
): Partial<PostingItem> {
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
  { isRead, isStarred, isLater }: Partial<PostingItem>,
): Promise<void> {
  let counts = await readJson<UnreadCounts>(cache, countsPath)
  if (counts === null) return
  const sourceOf = new Map((await keptSources(cache)).map((each) => [each.sourceId, each]))
  const folders = await keptFolders(cache)
  for (const posting of before) {
    const change = {
      unread: Number(!(isRead ?? posting.isRead)) - Number(!posting.isRead),
      starred: Number(isStarred ?? posting.isStarred) - Number(posting.isStarred),
      later: Number(isLater ?? posting.isLater) - Number(posting.isLater),
    }
    const source = sourceOf.get(posting.sourceId)
    counts = changedCounts(counts, posting.sourceId, source, folders, change, posting.labelIds)
  }
  await writeJson(cache, countsPath, counts)
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

/** Keeps what an answer holds of both as it is asked for without it. */
export async function copyCounts(cache: Cache, answer: Response): Promise<void> {
  const { counts, day } = (await answer.json()) as CountsAnswer
  await writeJson(cache, countsPath, counts)
  if (day !== undefined) await writeJson(cache, dayPath, day)
}
