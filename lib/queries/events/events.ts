import type { QueryClient } from '@tanstack/react-query'
import type { StateGroups } from '#lib/api/postings/postings.ts'
import type { FreshCount, UnreadCounts } from '#lib/api/lists/counts.ts'
import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { alertPanelKey, unsaid } from '#lib/queries/alerts/alert-panel.ts'
import { countsQuery, patchCounts, refreshCounts } from '#lib/queries/postings/counts.ts'
import type { StreamEvent } from './event-stream.ts'
import { keys, stateKeys, eventKeys } from '#lib/queries/requests/keys.ts'
import { tellNewPostings } from './new-postings.ts'
import { refreshAfterNews } from '#lib/queries/postings/news-refresh.ts'
import { recountViewsCalmly } from '#lib/queries/postings/view-counts.ts'
import { HOUR_MS } from '#lib/policy/basics/time.ts'

/** Takes what a window heard into its cache. Counts follow at once; lists stay still and `useNewPostings` tells what came. */
export function hear(client: QueryClient, event: StreamEvent): void {
  if (event.type === 'back') void catchUp(client)
  else receive(client, event)
}

/** Takes what the server tells into the cache. */
export function receive(client: QueryClient, event: Exclude<StreamEvent, { type: 'back' }>): void {
  switch (event.type) {
    case 'postings':
      patchCounts(client, event.sourceId, { unread: event.count })
      client.setQueriesData<FreshCount>({ queryKey: keys.freshCounts }, (fresh) =>
        fresh === undefined || event.isFirst === true ? fresh : { unread: fresh.unread + event.count },
      )
      tellNewPostings({ sourceId: event.sourceId, count: event.count })
      // The sums are shown at once; an answer on its way, or a source not filed here yet, may have made them wrong.
      refreshAfterNews(client)
      return
    case 'state':
      if (event.postings === undefined) void refreshCounts(client, 'state')
      else
        void showStates(client, event.postings).then((isOwn) =>
          isOwn ? undefined : refreshCounts(client, 'state'),
        )
      // Postings alone: what else is shown did not change.
      if (Array.isArray(event.postings)) return
      for (const changed of stateKeys) void client.invalidateQueries(changed)
      return
    case 'alert':
      if (client.getQueryData(alertPanelKey) === undefined) unsaid.count += event.count
      // The first answer may be on its way, from before: it would be waited for, not asked for again.
      void client
        .cancelQueries({ queryKey: alertPanelKey })
        .then(() => client.invalidateQueries({ queryKey: keys.alerts }))
      return
    case 'settings':
      for (const queryKey of [keys.settings, keys.listSettings, keys.readingSettings])
        // A change that runs in this window asks by itself when it is done.
        if (client.isMutating({ mutationKey: queryKey }) === 0) void client.invalidateQueries({ queryKey })
      return
    case 'account':
      void client.invalidateQueries({ queryKey: keys.account })
      return
    case 'source':
      refreshSource(client, event.sourceId)
      return
    case 'planned':
      void client.invalidateQueries({ queryKey: keys.admin })
      void client.invalidateQueries({ queryKey: keys.sources })
      return
    default:
      event satisfies never
  }
}

/** Loaded when it is needed first: no page begins with it. @returns whether it is only what this window did itself */
function showStates(client: QueryClient, told: StateGroups): Promise<boolean> {
  return import('./take-states.ts').then(
    ({ takeStates }) => takeStates(client, told),
    () => false, // not there without the server, which tells nothing then
  )
}

/** Sources are polled all the time: only what is on the screen and depends on the poll is fetched again. */
function refreshSource(client: QueryClient, sourceId: number): void {
  void client.invalidateQueries({ queryKey: keys.source(sourceId) })
  const subscriptions = client.getQueryData<readonly SubscriptionItem[]>(keys.subscriptions)
  const own = subscriptions?.find((each) => each.sourceId === sourceId)
  const refetchType = own?.health.kind === 'waiting' ? 'active' : 'none'
  void client.invalidateQueries({ queryKey: keys.subscriptions, refetchType })
  if (own !== undefined && refetchType === 'none' && mayGetIcon(own)) showIconsSoon(client)
}

/** The icon of a new feed comes some seconds after its articles. */
function mayGetIcon({ iconUrl, subscribedAt }: SubscriptionItem): boolean {
  return iconUrl === null && Date.now() - Date.parse(subscribedAt) < newForMs
}
const newForMs = HOUR_MS

const iconsComing = new WeakSet<QueryClient>()
/** After an import several icons come each second, and the list of feeds is long. */
const iconsTogetherMs = 5_000

function showIconsSoon(client: QueryClient): void {
  if (iconsComing.has(client)) return
  iconsComing.add(client)
  setTimeout(() => {
    iconsComing.delete(client)
    void client.invalidateQueries({ queryKey: keys.subscriptions })
  }, iconsTogetherMs)
}

/** After a lost connection: what came in the meantime is found by comparing counts. */
export async function catchUp(client: QueryClient): Promise<void> {
  const before = client.getQueryData<UnreadCounts>(keys.counts)
  for (const changed of eventKeys) void client.invalidateQueries(changed)
  recountViewsCalmly(client)
  void showStates(client, 'many')
  // Counts on their way may be from before: they are asked for once more, and that is what is waited for.
  void client.invalidateQueries({ queryKey: keys.counts })
  const after = await client.fetchQuery({ ...countsQuery(), staleTime: 0 }).catch(() => before)
  if (before === undefined || after === undefined) return
  for (const [sourceId, unread] of Object.entries(after.bySource)) {
    const count = unread - (before.bySource[sourceId] ?? 0)
    if (count > 0) tellNewPostings({ sourceId: Number(sourceId), count })
  }
}
