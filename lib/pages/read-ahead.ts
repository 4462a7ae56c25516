import { setTimeout } from 'node:timers/promises'
import {
  dehydrate,
  type DataTag,
  type DehydratedState,
  type InfiniteData,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { headers } from 'next/headers'
import { currentSubscriber } from '#lib/pages/language.ts'
import { createQueryClient } from '#lib/queries/requests/query-client.ts'
import { log } from '#lib/runtime/log.ts'
import { toBeAskedAgain } from './asked-again.ts'

type Subscriber = NonNullable<Awaited<ReturnType<typeof currentSubscriber>>>

/**
 * The data that a page shows at first, read on the server, so that it comes with the document: `read` puts it into a cache for who is signed in.
 * Whatever fails is left to the browser, which asks again and says so.
 */
export async function readAhead(
  read: (client: QueryClient, me: Subscriber) => Promise<unknown>,
  isWanted: (sent: Pick<Headers, 'get'>) => boolean = isForDocument,
): Promise<DehydratedState> {
  const client = createQueryClient()
  const me = await currentSubscriber()
  if (me !== null && isWanted(await headers())) {
    try {
      await read(client, me)
    } catch (error) {
      log.warn('page-not-read-ahead', { error })
    }
  }
  return dehydrate(client)
}

/** No page waits longer for what it reads ahead: the rest is left to the browser, as what fails is. */
const patienceMs = 300

/** A part of a page: reads what a query would fetch, and gives what puts it into a cache. */
export type PagePart = () => Promise<(client: QueryClient) => void>

type Tagged<T> = { readonly queryKey: DataTag<QueryKey, T, Error> }

/** The data of a query. */
export function pagePart<T>({ queryKey }: Tagged<T>, read: () => Promise<NoInfer<T>>): PagePart {
  return async () => {
    const data = await read()
    return (client) => client.setQueryData(queryKey, data)
  }
}

/** The first page of a list that is read page by page. */
export function firstPart<T>(query: Tagged<InfiniteData<T>>, read: () => Promise<NoInfer<T>>): PagePart {
  return pagePart(query, async () => ({ pages: [await read()], pageParams: [null] }))
}

/** `readAhead` of parts that are read side by side, as far as they are there in time. */
export function readPartsAhead(
  parts: (me: Subscriber) => readonly PagePart[],
  maySee: (me: Subscriber) => boolean = () => true,
): Promise<DehydratedState> {
  return readAhead(async (client, me) => {
    if (maySee(me)) await Promise.all(parts(me).map((each) => readInTime(client, each)))
  })
}

/**
 * `readPartsAhead` for pages whose links fetch them before they are pressed (components/ui/near-link.tsx): what such a page shows comes with
 * it on a way inside the program, too. There it may have lain in the browser's router since, which hears of no change: it is shown at once,
 * and asked for again.
 */
export async function readWithLink(parts: (me: Subscriber) => readonly PagePart[]): Promise<DehydratedState> {
  const state = await readAhead(
    (client, me) => Promise.all(parts(me).map((each) => readInTime(client, each))),
    () => true,
  )
  return isForDocument(await headers()) ? state : toBeAskedAgain(state)
}

/** For pages of admins: who is none gets nothing, as from the routes behind them. */
export function readForAdmin(parts: () => readonly PagePart[]): Promise<DehydratedState> {
  return readPartsAhead(parts, ({ role }) => role === 'admin')
}

async function readInTime(client: QueryClient, read: PagePart): Promise<void> {
  const late = new AbortController()
  const patience = setTimeout(patienceMs, null, { signal: late.signal }).catch(() => null)
  const reading = read().catch((error: unknown) => {
    log.warn('page-not-read-ahead', { error })
    return null
  })
  const put = await Promise.race([reading, patience])
  late.abort()
  put?.(client)
}

/**
 * Only a document needs it: on a way inside the program it is in the cache already, a list at the place it was left. What the service
 * worker passes on for a window says by its mode alone that it is a document.
 */
export function isForDocument(sent: Pick<Headers, 'get'>): boolean {
  return sent.get('sec-fetch-dest') !== 'empty' || sent.get('sec-fetch-mode') === 'navigate'
}
