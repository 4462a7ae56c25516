import type { PostingFilter } from '#lib/api/postings/postings.ts'
import type { Database } from '#lib/store/connection/database.ts'

/** Ids of the postings of a list, in its order, by reading everything and filtering here. */
export async function listByForce(
  database: Database,
  reader: string,
  filter: PostingFilter,
): Promise<string[]> {
  const postings = await database.posting.findMany({ orderBy: [{ shownAt: 'desc' }, { id: 'desc' }] })
  const subscriptions = await database.subscription.findMany({ where: { subscriberId: reader } })
  const states = await database.postingState.findMany({ where: { subscriberId: reader } })
  const chosen = postings.filter(({ id, sourceId }) => {
    const subscription = subscriptions.find((each) => each.sourceId === sourceId)
    if (subscription === undefined) return false
    const state = states.find((each) => each.postingId === id)
    const isRead = state?.isRead ?? id <= subscription.readThrough
    return (
      (filter.folderId === undefined || subscription.folderId === filter.folderId) &&
      (filter.sourceId === undefined || sourceId === filter.sourceId) &&
      (filter.show === 'all' || !isRead) &&
      (!filter.starred || (state?.starredAt ?? null) !== null)
    )
  })
  const sources = await database.source.findMany({ include: { plans: { orderBy: { madeAt: 'desc' } } } })
  const keyOf = ({ id, sourceId, shownAt, publishedAt }: (typeof postings)[number]) => {
    const at = filter.order === 'published' ? (publishedAt ?? shownAt) : shownAt
    const source = sources.find((each) => each.id === sourceId)
    const [plan] = source?.plans ?? []
    const value = plan === undefined ? 0 : -plan.weight / Math.max(plan.ratePerDay, 0.01)
    const name = source?.title || source?.url || ''
    const place = { weight: value, source: name.toLowerCase() }[filter.order as 'weight' | 'source'] ?? 0
    return { place, at: at.getTime(), id }
  }
  const bySource = filter.order === 'weight' || filter.order === 'source'
  const sorted = chosen
    .map((posting) => ({ ...keyOf(posting), sourceId: bySource ? posting.sourceId : 0 }))
    .sort((one, other) => {
      if (one.place !== other.place) return one.place < other.place ? -1 : 1
      return one.sourceId - other.sourceId || other.at - one.at || Number(other.id - one.id)
    })
  const ids = sorted.map(({ id }) => id.toString())
  return filter.order === 'oldest' ? ids.reverse() : ids
}
