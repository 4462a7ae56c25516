import { pushShareAfter } from '#lib/policy/schedule/push-backup.ts'
import type { ClaimedSource } from '#lib/store/polling/claimed-source.ts'

/**
 * The reliability of a source's hub after a poll that found `newPostings`. They are its misses, unless the poll was made
 * because it announced them (then it brought them), or they may be older than its subscription (then they tell nothing).
 */
export function pushShareAfterPoll(
  { push, lastSuccessAt }: Pick<ClaimedSource, 'push' | 'lastSuccessAt'>,
  newPostings: number,
): number {
  if (push === null) return 0
  if (lastSuccessAt === null || lastSuccessAt < push.activeSince) return push.share
  const isAnnounced = push.pingedAt !== null && push.pingedAt > lastSuccessAt
  return pushShareAfter(push.share, isAnnounced ? 'push' : 'poll', newPostings)
}
