import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PasskeyList } from '#components/settings/account/passkey-list.tsx'
import { me } from '#lib/api/accounts/account.ts'
import { meQuery } from '#lib/queries/accounts/account.ts'
import { compiledMessages } from '#lib/words/server-words.ts'
import { WordsProvider } from '#lib/words/use-words.tsx'
import { answerOf } from '#tests/support/components/answer-of.ts'

it('the server, which cannot know whether https is missing, tells no admin how to set it up', () => {
  const client = new QueryClient()
  client.setQueryData(meQuery().queryKey, answerOf(me, { role: 'admin' }))
  const messages = { settings: compiledMessages('en', 'settings'), common: compiledMessages('en', 'common') }
  const words = createElement(WordsProvider, {
    language: 'en',
    messages,
    children: createElement(PasskeyList),
  })
  const html = renderToString(createElement(QueryClientProvider, { client }, words))
  expect(html).toContain('Passkeys need https')
  expect(html).not.toContain('PUBLIC_URL')
})
