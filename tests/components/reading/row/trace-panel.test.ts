import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TracePanel } from '#components/reading/row/trace-panel.tsx'
import { ClockProvider } from '#components/ui/time.tsx'
import type { PostingDetail } from '#lib/api/postings/postings.ts'
import { compiledMessages } from '#lib/words/server-words.ts'
import { WordsProvider } from '#lib/words/use-words.tsx'

const foundAt = '2026-01-05T09:00:00.000Z'

/** What the panel says, without marks, of a posting with these dates in a first document. */
function saidOf(dates: Pick<PostingDetail, 'claimedAt' | 'publishedAt'>): string {
  const posting = {
    ...{ sourceId: 1, foundAt, seenAt: null, previousPollAt: null, decisionReason: null },
    ...{ delay: { kind: 'initial' }, delayBounds: null, ...dates },
  } as PostingDetail // the panel reads no more of it
  const messages = {
    reading: compiledMessages('en', 'reading'),
    format: compiledMessages('en', 'format'),
  }
  const clock = { initialNowMs: Date.parse(foundAt), setting: null, initialTimeZone: 'UTC' }
  const children = createElement(TracePanel, { posting })
  const page = createElement(ClockProvider, { ...clock, children })
  const html = renderToString(createElement(WordsProvider, { language: 'en', messages, children: page }))
  return html.replaceAll('<!-- -->', '').replace(/(<[^>]*>)+/g, '|')
}

it('a date that is not believed is not shown as publication, and told as what the source says', () => {
  const said = saidOf({ claimedAt: '2099-01-01T00:00:00.000Z', publishedAt: null })
  expect(said).toContain('|Published|unknown|')
  expect(said).toContain('The feed claims 1 Jan 2099, 00:00, which can’t be right.')
})

it('one that is believed is shown as publication alone', () => {
  const said = saidOf({ claimedAt: '2025-11-02T08:00:00.000Z', publishedAt: '2025-11-02T08:00:00.000Z' })
  expect(said).toContain('|Published|2 Nov 2025|')
  expect(said).not.toContain('believed')
})

it('without any claim publication is unknown, and nothing is said of the source', () => {
  const said = saidOf({ claimedAt: null, publishedAt: null })
  expect(said).toContain('|Published|unknown|')
  expect(said).not.toContain('The feed claims')
})
