import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { FreshChoice } from '#components/settings/reading/list-choices.tsx'
import type { Language } from '#lib/words/languages.ts'
import { compiledMessages } from '#lib/words/server-words.ts'
import { WordsProvider } from '#lib/words/use-words.tsx'

it.each<[Language, string[]]>([
  ['en', ['15 min', '30 min', '1 h', '2 h', '6 h', '1 day']],
  ['de', ['15 min', '30 min', '1 h', '2 h', '6 h', '1 Tag']],
])('the ages of the fresh list are told in minutes, hours and days: %s', (language, ages) => {
  const messages = {
    reading: compiledMessages(language, 'reading'),
    format: compiledMessages(language, 'format'),
  }
  const words = createElement(WordsProvider, { language, messages, children: createElement(FreshChoice) })
  const html = renderToString(createElement(QueryClientProvider, { client: new QueryClient() }, words))
  const options = [...html.matchAll(/<option[^>]*>([^<]*)</g)].map(([, age]) =>
    age?.replaceAll('\u00a0', ' '),
  )
  expect(options).toEqual(ages)
})
