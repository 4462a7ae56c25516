import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TraceBox } from '#components/reading/row/trace-box.tsx'
import { TracePanel } from '#components/reading/row/trace-panel.tsx'
import { ClockProvider } from '#components/ui/time.tsx'
import type { PostingDetail } from '#lib/api/postings/postings.ts'
import { compiledMessages } from '#lib/words/server-words.ts'
import { WordsProvider } from '#lib/words/use-words.tsx'

const foundAt = '2026-01-05T09:00:00.000Z'
const doubtful = {
  sourceId: 1,
  foundAt,
  seenAt: null,
  previousPollAt: null,
  decisionReason: null,
  delay: { kind: 'doubtful' },
  delayBounds: null,
  claimedAt: null,
  publishedAt: null,
}

/** The words of a part about a posting, without marks. */
function said(part: ReturnType<typeof createElement>): string {
  const messages = {
    reading: compiledMessages('en', 'reading'),
    format: compiledMessages('en', 'format'),
  }
  const clock = { initialNowMs: Date.parse(foundAt), setting: null, initialTimeZone: 'UTC' }
  const page = createElement(ClockProvider, { ...clock, children: part })
  const html = renderToString(createElement(WordsProvider, { language: 'en', messages, children: page }))
  return html.replaceAll('<!-- -->', '').replace(/(<[^>]*>)+/g, '|')
}

function boxOf(dates: Partial<PostingDetail>): string {
  const posting = { ...doubtful, ...dates } as PostingDetail // the box reads no more of it
  return said(createElement(TraceBox, { posting, moment: (at) => at.slice(0, 16) }))
}

function lineOf(rest: Partial<PostingDetail>): string {
  const posting = { ...doubtful, ...rest } as PostingDetail // the line reads no more of it
  return said(createElement(TracePanel, { posting }))
}

it('a date that is not believed is not shown as publication, and told as what the source says', () => {
  const box = boxOf({ claimedAt: '2099-01-01T00:00:00.000Z' })
  expect(box).toContain('|Published|not given|')
  expect(box).toContain('The feed claims 2099-01-01T00:00, which can’t be right.')
})

it('one that is believed is shown as publication alone', () => {
  const box = boxOf({ claimedAt: '2025-11-02T08:00:00.000Z', publishedAt: '2025-11-02T08:00:00.000Z' })
  expect(box).toContain('|Published|2025-11-02T08:00|')
  expect(box).not.toContain('The feed claims')
})

it('the checks alone are told of where the feed’s own time is not believed, and only there', () => {
  const delayBounds = { leastMs: 0, mostMs: 180_000 }
  const sentence = 'Judging by the checks, it was found at most 3\u00a0min after publication.'
  expect(boxOf({ delayBounds })).toContain(sentence)
  expect(boxOf({ delayBounds, delay: { kind: 'exact', delayMs: 44_000 } })).not.toContain('Judging by')
})

it('the way is one line until somebody asks for more', () => {
  const line = lineOf({ delay: { kind: 'exact', delayMs: 56_000 }, seenAt: '2026-01-05T09:03:00.000Z' })
  expect(line).toContain('56\u00a0s')
  expect(line).toContain('seen by you 3\u00a0min after that')
  expect(line).toContain('How it was found')
  expect(line).not.toContain('Published')
})

it('of a posting from before the subscription the next check is told, and no way', () => {
  const nextCheck = { at: '2026-01-05T09:06:00.000Z', expectedDelayMs: 720_000 }
  const line = lineOf({ delay: { kind: 'initial' }, nextCheck })
  expect(line).toMatch(
    /^\|Published before you subscribed\. Next check \|in 6\u00a0min\|, expected delay 12\u00a0min\.\|$/,
  )
})

it('of such a posting nothing is told where no check is planned, nor of one that is past', () => {
  const initial = { delay: { kind: 'initial' } } as const
  expect(lineOf(initial)).toBe('')
  const nextCheck = { at: '2026-01-05T08:59:00.000Z', expectedDelayMs: 720_000 }
  expect(lineOf({ ...initial, nextCheck })).toBe('|Published before you subscribed. |')
})

it('beside a check in hours no delay of minutes is told', () => {
  const nextCheck = { at: '2026-01-06T01:00:00.000Z', expectedDelayMs: 480_000 }
  const line = lineOf({ delay: { kind: 'initial' }, nextCheck })
  expect(line).toContain('Next check')
  expect(line).not.toContain('expected delay')
})
