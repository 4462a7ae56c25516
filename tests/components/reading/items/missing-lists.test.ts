import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { EmptyList } from '#components/reading/list/empty-list.tsx'
import { parseReadingState } from '#components/reading/items/reading-address.ts'
import { usePostingList } from '#components/reading/items/use-posting-list.ts'
import { ClockProvider } from '#components/ui/time.tsx'
import { missingOf } from '#lib/api/postings/list-scope.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { compiledMessages } from '#lib/words/server-words.ts'
import { WordsProvider } from '#lib/words/use-words.tsx'

const known = {
  subscriptions: [{ sourceId: 1 }],
  folders: [{ id: 2 }],
  labels: [{ id: 3 }],
  views: [{ id: 4 }],
}
const filterOf = (address: string) => parseReadingState(new URLSearchParams(address)).filter

it.each([
  ['source=1', null],
  ['source=9', 'source'],
  ['folder=2', null],
  ['folder=9', 'folder'],
  ['folder=9&starred=1', 'folder'],
  ['folder=9&q=x', 'folder'],
  ['label=3', null],
  ['label=9', 'label'],
  ['q=x&view=4', null],
  ['view=4', null],
  ['view=9', 'view'],
  // What was kept, and what is searched, may be of a source that is not followed; a search needs no view.
  ['source=9&starred=1', null],
  ['source=9&q=x', null],
  ['q=x&view=9', null],
  ['', null],
])('of "%s" is missing: %s', (address, missing) => {
  expect(missingOf(filterOf(address), known)).toBe(missing)
})

it('nothing is missing as long as it is not known what there is', () => {
  const nothing = { subscriptions: undefined, folders: undefined, labels: undefined, views: undefined }
  for (const address of ['source=9', 'folder=9', 'label=9', 'view=9'])
    expect(missingOf(filterOf(address), nothing)).toBeNull()
})

/** The words of an address's list, where these are all that there is, and one posting is loaded. */
function saidOf(address: string): string {
  const filter = filterOf(address)
  const client = new QueryClient()
  for (const name of ['subscriptions', 'folders', 'labels', 'views'] as const)
    client.setQueryData(keys[name], known[name])
  const pages = [{ postings: [{ id: '127' }], nextCursor: null, asOfId: '127', asOfAt: '' }]
  client.setQueryData(keys.postingList(filter), { pages, pageParams: [null] })
  function List() {
    const { missing, postings, shown } = usePostingList(filter)
    const list = `${postings.length} postings, ${shown === null ? 'nothing' : 'something'} to mark. `
    const empty = { filter, missing, subscriptions: [], hasSubscriptions: true, onShowAll: () => undefined }
    return postings.length > 0 ? list : [list, createElement(EmptyList, { key: 1, ...empty })]
  }
  const messages = { reading: compiledMessages('en', 'reading'), format: compiledMessages('en', 'format') }
  const clock = { initialNowMs: 0, setting: null, initialTimeZone: 'UTC', children: createElement(List) }
  const page = createElement(ClockProvider, clock)
  const words = createElement(WordsProvider, { language: 'en', messages, children: page })
  const html = renderToString(createElement(QueryClientProvider, { client }, words))
  return html.replace(/<[^>]*>/g, '')
}

it.each([
  ['source=9', 'No such feed'],
  ['folder=9', 'No such folder'],
  ['label=9', 'No such label'],
  ['view=9', 'No such view'],
])('a list of "%s", ended after it was loaded, keeps no rows and says: %s', (address, said) => {
  expect(saidOf(address)).toContain(`0 postings, nothing to mark. ${said}`)
})

it('a list of what is there shows its postings', () => {
  expect(saidOf('source=1')).toBe('1 postings, something to mark. ')
})
