import type { SubscriptionsChange } from '#lib/api/organising/organising.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { keepSourcesInViews } from '#lib/store/lists/rename-in-views.ts'
import { ownsFolder } from './subscriptions.ts'

type Change = Omit<SubscriptionsChange, 'ids'> & {
  readonly ownTitle?: string | null | undefined
  readonly fullText?: boolean | undefined
  readonly unreadEdits?: boolean | undefined
}

/**
 * Moves, renames, mutes, sets apart, reads in full or wants fast those of the subscriptions that are the subscriber's. Views that ask
 * for a source by a name that it loses ask for the new one.
 * @returns how many there are
 */
export async function changeSubscriptions(
  database: Database,
  subscriberId: string,
  ids: readonly number[],
  { folderId, ownTitle, isMuted, isApart, fullText, unreadEdits, wantsFast }: Change,
): Promise<number | 'folder-not-found'> {
  if (folderId && !(await ownsFolder(database, subscriberId, folderId))) return 'folder-not-found'
  const data = {
    ...(folderId === undefined ? {} : { folderId }),
    ...(ownTitle === undefined ? {} : { title: ownTitle }),
    ...(isMuted === undefined ? {} : { isMuted }),
    ...(isApart === undefined ? {} : { isApart }),
    ...(fullText === undefined ? {} : { fullText }),
    ...(unreadEdits === undefined ? {} : { unreadEdits }),
    ...(wantsFast === undefined ? {} : { wantsFast }),
  }
  return database.$transaction(async (transaction) => {
    const change = () =>
      transaction.subscription.updateMany({ where: { id: { in: [...ids] }, subscriberId }, data })
    const { count } =
      ownTitle === undefined ? await change() : await keepSourcesInViews(transaction, subscriberId, change)
    if (count > 0) await notify(transaction, { type: 'state', subscriberId })
    return count
  })
}
