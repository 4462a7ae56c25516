import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { useErrorText } from '#components/ui/form/error-text.ts'
import { ApiFailure } from '#lib/queries/requests/request.ts'
import { compiledMessages } from '#lib/words/server-words.ts'
import { WordsProvider } from '#lib/words/use-words.tsx'

function Said({ error }: { readonly error: unknown }) {
  return useErrorText()(error)
}

function said(error: unknown): string {
  const messages = { common: compiledMessages('de', 'common') }
  const children = createElement(Said, { error })
  return renderToString(createElement(WordsProvider, { language: 'de', messages, children }))
}

it.each([
  [new ApiFailure('conflict', 'Diesen Ordner gibt es schon.'), 'Diesen Ordner gibt es schon.'],
  [new ApiFailure('unreachable', 'fetch failed'), 'Der Skylark-Server antwortet nicht.'],
  // As a browser says it.
  [
    new DOMException('Registration failed - push service error', 'AbortError'),
    'Das hat nicht geklappt. Versuche es noch einmal.',
  ],
  [undefined, ''],
])('%s is told in the reader’s language', (error, words) => {
  expect(said(error)).toBe(words)
})
