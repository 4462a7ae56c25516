import { dehydrate, type DehydratedState, type QueryClient } from '@tanstack/react-query'
import { headers } from 'next/headers'
import { currentSubscriber } from '#app/language.ts'
import { createQueryClient } from '#lib/queries/query-client.ts'
import { log } from '#lib/log.ts'

type Subscriber = NonNullable<Awaited<ReturnType<typeof currentSubscriber>>>

/**
 * What a page shows at first, read on the server, so that it comes with the document: `read` puts it into a cache for who is signed in.
 * Whatever fails is left to the browser, which asks again and says so.
 */
export async function readAhead(
  read: (client: QueryClient, me: Subscriber) => Promise<unknown>,
): Promise<DehydratedState> {
  const client = createQueryClient()
  const me = await currentSubscriber()
  if (me !== null && isForDocument(await headers())) {
    try {
      await read(client, me)
    } catch (error) {
      log.warn('page-not-read-ahead', { error })
    }
  }
  return dehydrate(client)
}

/**
 * Only a document needs it: on a way inside the program it is in the cache already, a list at the place it was left. What the service
 * worker passes on for a window says by its mode alone that it is a document.
 */
export function isForDocument(sent: Pick<Headers, 'get'>): boolean {
  return sent.get('sec-fetch-dest') !== 'empty' || sent.get('sec-fetch-mode') === 'navigate'
}
