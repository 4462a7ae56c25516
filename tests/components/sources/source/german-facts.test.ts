import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { HealthMark } from '#components/sources/list/health-mark.tsx'
import { SourceDecisions } from '#components/sources/source/source-decisions.tsx'
import { FurtherFacts, SourceFacts } from '#components/sources/source/source-facts.tsx'
import { WhyNotNow } from '#components/sources/source/why-not-now.tsx'
import { ClockProvider } from '#components/ui/time.tsx'
import type { ReasonItem } from '#lib/api/parts/answer-parts.ts'
import type { PollItem, SourceDetail, SourceWorthAnswer } from '#lib/api/sources/sources.ts'
import type { Reason } from '#lib/policy/basics/reason.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { sourcePollsQuery } from '#lib/queries/sources/sources.ts'
import { inEnglish } from '#lib/store/ground/reasons.ts'
import type { Language } from '#lib/words/languages.ts'
import { compiledMessages } from '#lib/words/server-words.ts'
import { WordsProvider } from '#lib/words/use-words.tsx'
import { everyReason } from '#tests/support/data/every-reason.ts'

/** All but sentences of old rows, which stay as they were written. */
const reasons: ReasonItem[] = Object.values<Reason>(everyReason)
  .filter(({ code }) => code !== 'text')
  .map((reason) => ({ ...reason, text: inEnglish(reason) }))
const nowMs = Date.parse('2026-01-05T12:00:00Z')
const at = '2026-01-05T14:00:00.000Z'
/** Words of English sentences that no German one holds. */
const english =
  /\b(the|of|is|not|for|and|to|from|with|its|polls?|polled|postings?|waits?|answered|address|UTC)\b/

/** A source whose every reason is this one. */
function sourceOf(reason: ReasonItem): SourceDetail {
  return {
    id: 7,
    url: 'https://harbour.example/feed',
    title: 'Hafen',
    description: '',
    movedTo: null,
    siteUrl: null,
    iconUrl: null,
    subscriptionId: 1,
    folderId: null,
    weightFactor: 1,
    weighed: { weight: 1, subscribers: 1, popularity: 0.5, say: 2, alerts: 0 },
    postings: 3,
    heldBackAbove: 2000,
    windowSize: 20,
    hint: null,
    isPollingPaused: false,
    hatch: { isPaused: false, fixedIntervalMs: null, greatestDelayMs: null, keepDays: null },
    plan: null,
    budgetShare: 0.1,
    health: { kind: 'failing', reason },
    window: { learned: null, gaps: 0, likelyLost: 0, lastGapAt: null },
    delay: {
      count: 1,
      withoutExactTime: 0,
      meanMs: 6e4,
      medianMs: 6e4,
      p90Ms: 6e4,
      maxMs: 6e4,
      within5: 0.2,
      within15: 0.5,
      within60: 0.9,
    },
    lastPolledAt: at,
    lastSuccessAt: at,
    lastHttpStatus: 502,
    lastError: reason,
    createdAt: at,
    nextPollAt: at,
    nextPollReason: reason,
    freshness: {
      countedAt: at,
      promiseMs: 6e5,
      keptShare: 0.5,
      state: 'broken',
      stateSince: at,
      cause: 'budget',
      within5: 0.2,
      within15: 0.5,
      within60: 0.9,
    },
    weeks: [],
    learnsUntil: null,
    postingsPerDay: 2.4,
    learned: {
      presence: null,
      week: Array.from({ length: 168 }, () => 1 / 168),
      next: { from: at, until: at, chance: 0.6 },
      habit: 'daily',
      missing: 0.01,
    },
    push: {
      protocol: 'websub',
      hubUrl: 'https://hub.example/',
      state: 'denied',
      share: 0,
      leaseEndsAt: null,
      lastDeliveryAt: at,
      lastError: reason,
    },
  }
}

const worth: SourceWorthAnswer = {
  at: new Date(nowMs).toISOString(),
  heedsHours: true,
  price: 0.85,
  now: 0.4,
  next: 0.85,
  lastPolledAt: '2026-01-05T11:00:00.000Z',
  polls: [at],
  points: [
    [nowMs - 36e5, 0],
    [Date.parse(at), 0.85],
  ],
  beyond: [],
}

function pollOf(reason: ReasonItem): PollItem {
  return {
    id: '1',
    plannedAt: at,
    plannedReason: reason,
    startedAt: at,
    finishedAt: at,
    outcome: 'failed',
    worth: { waiting: 0.4, price: 0.85 },
    sinceBeforeMs: 6e4,
    delayMs: 6e4,
    httpStatus: 502,
    error: reason,
    bytes: 0,
    entries: null,
    newPostings: 0,
    nextPollAt: at,
    reason,
  }
}

/** The facts of a source for a reader in Berlin, without marks. */
function factsIn(language: Language, reason: ReasonItem): string {
  const source = sourceOf(reason)
  const client = new QueryClient()
  client.setQueryData(sourcePollsQuery(source.id).queryKey, [pollOf(reason)])
  client.setQueryData(keys.sourceWorth(source.id), worth)
  const messages = Object.fromEntries(
    (['common', 'format', 'sources', 'reasons'] as const).map((area) => [
      area,
      compiledMessages(language, area),
    ]),
  )
  const facts: ReactNode[] = [
    createElement(SourceFacts, { key: 1, source }),
    createElement(FurtherFacts, { key: 5, source }),
    createElement(WhyNotNow, { key: 2, source }),
    createElement(HealthMark, { key: 3, health: source.health }),
    createElement(SourceDecisions, { key: 4, sourceId: source.id }),
  ]
  const clock = { initialNowMs: nowMs, setting: null, initialTimeZone: 'Europe/Berlin' }
  const page = createElement(ClockProvider, { ...clock, children: facts })
  const words = createElement(WordsProvider, { language, messages, children: page })
  const html = renderToString(createElement(QueryClientProvider, { client }, words))
  return html.replace(/<[^>]*>/g, ' ').replace(/\S+\.example\S*/g, '')
}

it.each(reasons)('a German page tells of a source without an English sentence: $code', (reason) => {
  // What hubs and methods of the literature say of themselves stays as it stands.
  const quotes = Object.values(reason.values).filter((value) => typeof value === 'string')
  const facts = quotes.reduce((text, quote) => text.replaceAll(quote, ''), factsIn('de', reason))
  expect(english.exec(facts)?.[0]).toBeUndefined()
  expect(factsIn('de', reason)).not.toContain(reason.text)
})

it('would find one', () => {
  for (const reason of reasons) expect(factsIn('en', reason)).toMatch(english)
})

it('tells instants in the zone of the reader', () => {
  const { leastInterval } = everyReason
  const reason = { ...leastInterval, text: inEnglish(leastInterval) }
  const said = 'Abruf 15:00: Skylark ruft diesen Feed um diese Zeit alle 3\u00a0h ab.'
  // As why not now, as health, as a poll's reason, as its error, and as a hub's.
  expect(factsIn('de', reason).split(said)).toHaveLength(6)
})
