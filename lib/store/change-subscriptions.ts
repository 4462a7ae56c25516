import type { SubscriptionsChange } from '#lib/api/organising.ts'
import type { Database } from './database.ts'
import { notify } from './notify.ts'
import { ownsFolder } from './subscriptions.ts'

type Change = Omit<SubscriptionsChange, 'ids'> & {
  readonly ownTitle?: string | null | undefined
  readonly fullText?: boolean | undefined
}

/**
 * Moves, renames, mutes, sets apart, reads in full or wants fast those of the subscriptions that are the subscriber's.
 * @returns how many there are
 */
export async function changeSubscriptions(
  database: Database,
  subscriberId: string,
  ids: readonly number[],
  { folderId, ownTitle, isMuted, isApart, fullText, wantsFast }: Change,
): Promise<number | 'folder-not-found'> {
  if (folderId && !(await ownsFolder(database, subscriberId, folderId))) return 'folder-not-found'
  const { count } = await database.subscription.updateMany({
    where: { id: { in: [...ids] }, subscriberId },
    data: {
      ...(folderId === undefined ? {} : { folderId }),
      ...(ownTitle === undefined ? {} : { title: ownTitle }),
      ...(isMuted === undefined ? {} : { isMuted }),
      ...(isApart === undefined ? {} : { isApart }),
      ...(fullText === undefined ? {} : { fullText }),
      ...(wantsFast === undefined ? {} : { wantsFast }),
    },
  })
  if (count > 0) await notify(database, { type: 'state', subscriberId })
  return count
}
