import { requireStill } from '#lib/api/http/body-room.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { notSubscribedWords } from '#lib/api/sources/subscriptions.ts'
import { createFolder } from '#lib/store/organising/folders.ts'
import { limitsOfSubscribing, subscribe } from '#lib/store/subscriptions/subscriptions.ts'
import { cutName } from '#lib/text/names.ts'
import { subscriberOf, type SyncCall } from './doors.ts'

/** Apps wait 20 s or longer; what is found is subscribed to by then, though its first postings may come later. */
const findWithinMs = 14_000

type Caller = Omit<SyncCall, 'parameters'>
type Wanted = {
  readonly ownTitle: string | null
  /** Asked once there is a feed, so that no folder is made for none. */
  readonly findFolder: () => Promise<number | null>
}

/** Subscribes by whatever is pasted. @throws ApiError as findFeed does, when the account is full, not_signed_in */
export async function subscribeAt(
  call: Caller,
  input: string,
  { ownTitle, findFolder }: Wanted,
): Promise<{ readonly sourceId: number; readonly subscriptionId: number; readonly isNew: boolean }> {
  const { database, doors, request } = call
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(findWithinMs)])
  const feed = await doors.findFeed(subscriberOf(call), input, signal)
  await requireStill(request) // strangers may have taken their time
  const wanted = { ...feed, folderId: await findFolder(), ownTitle }
  const subscribed = await subscribe(database, subscriberOf(call), wanted, call.now)
  if (typeof subscribed === 'string') {
    const limits = await limitsOfSubscribing(database, subscriberOf(call))
    const why = subscribed === 'too-many-new' ? subscribed : 'no-room'
    throw new ApiError('conflict', notSubscribedWords[why], { values: { most: limits[why] } })
  }
  return subscribed
}

/** Makes a folder at the top; null: there is no room for another, or one has the name. */
export async function makeFolder(call: Caller, name: string): Promise<number | null> {
  const made = await createFolder(call.database, subscriberOf(call), { name: cutName(name, 'folder') })
  return typeof made === 'object' ? made.id : null
}
