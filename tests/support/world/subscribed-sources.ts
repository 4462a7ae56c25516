import { callApi, sharedApp, signUpThroughApi, type AppAccount } from '#tests/support/browser/app-accounts.ts'
import { makePostings } from '#tests/support/servers/publisher.ts'
import type { withPublishers } from '#tests/support/servers/with-publishers.ts'

/** A reader of some new sources, which post more the later they stand, and the page of each by its title. */
export async function subscribeToNew(
  { publishers }: ReturnType<typeof withPublishers>,
  readerName: string,
  titles: readonly string[],
): Promise<{ readonly reader: AppAccount; readonly pathOf: (title: string) => string }> {
  const reader = await signUpThroughApi(sharedApp().url, readerName)
  for (const [index, title] of titles.entries()) {
    const { feedUrl } = publishers.site(title, makePostings(title, 4 + 6 * index, Date.now() - 60_000))
    await callApi(reader, 'POST', '/subscriptions', { url: feedUrl })
  }
  type List = { subscriptions: readonly { title: string; sourceId: number }[] }
  const { subscriptions } = await callApi<List>(reader, 'GET', '/subscriptions')
  const idOf = (title: string) => subscriptions.find((each) => each.title === title)?.sourceId ?? 0
  return { reader, pathOf: (title) => `/sources/${idOf(title)}` }
}
