import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { BudgetShares } from '#components/admin/budget/budget-shares.tsx'
import { BudgetSteps } from '#components/admin/budget/budget-steps.tsx'
import { DelaySummaries } from '#components/admin/budget/delay-summaries.tsx'
import { AuditScreen } from '#components/admin/record/audit-screen.tsx'
import { RetentionEffect } from '#components/admin/retention/retention-effect.tsx'
import { StoredSizes } from '#components/admin/retention/stored-sizes.tsx'
import { FreshnessSources } from '#components/freshness/freshness-sources.tsx'
import { FreshnessSummaries } from '#components/freshness/freshness-summaries.tsx'
import { SessionList } from '#components/settings/account/session-list.tsx'
import { TokenList } from '#components/settings/apps/token-list.tsx'
import { ImportFileReport } from '#components/sources/adding/import-file-report.tsx'
import { SourceDecisions } from '#components/sources/source/source-decisions.tsx'
import { tokenItem } from '#lib/api/accounts/account.ts'
import { sessionItem } from '#lib/api/accounts/sign-in.ts'
import { freshnessRow, freshnessSummary } from '#lib/api/freshness/freshness.ts'
import { adminDelay } from '#lib/api/server/admin.ts'
import { auditItem, auditPage } from '#lib/api/server/audit.ts'
import { retentionPreview, storedSizes } from '#lib/api/server/retention.ts'
import { serveAdmin } from '../../support/components/admin-pages.tsx'
import { answerOf } from '../../support/components/answer-of.ts'
import { draw } from '../../support/components/draw.tsx'
import { latePolls } from '../../support/components/source-answers.ts'
import { hiddenSideways, overflows, settle } from '#tests/support/browser/page-findings.ts'

const minuteMs = 60_000
const now = new Date().toISOString()
const title = 'Nordwestdeutsche Hafenrundschau für Schifffahrt und Küste'
const address = '2001:0db8:85a3:0000:0000:8a2e:0370:7334'
const amount = { count: 1_234_567, bytes: 123_456_789_012 }
const delays = { count: 12_345, medianMs: 61 * minuteMs, p90Ms: 1_500 * minuteMs }
const summary = answerOf(freshnessSummary, { ...delays, within5: 0.1, within15: 0.5, within60: 0.9 })
const message =
  'The article has neither an address nor an identifier, so that it cannot be told apart from others.'
const report = {
  ...{ name: 'starred.json', kind: 'reader-json' as const, refusal: null, lines: [], made: null, labels: [] },
  ...{ found: 3, added: 1, alreadyThere: 0, notHere: 0, refused: 2 },
  problems: [
    { place: 'items[3].origin', message },
    { place: 'line 12', message: `${message} ${message} ${message}` },
  ],
}
const lines = [
  {
    line: 3,
    url: `https://feeds.example.org/${'a'.repeat(60)}.xml`,
    title: '',
    result: 'failed' as const,
    message,
  },
  { line: 1_234, url: 'https://a.example/feed', title, result: 'already-subscribed' as const, message },
]

function serveRows(): void {
  const actor = { id: '1', name: 'Ada', email: 'ada@administration.example.org' }
  const act = { id: '1', at: now, act: 'password-reset-asked' as const, address, actor, detail: message }
  const session = { createdAt: now, lastUsedAt: now, userAgent: navigator.userAgent, address }
  serveAdmin([title, 'Orbit'], {
    'GET /admin/retention': answerOf(storedSizes, {
      ...{ postings: amount, searchDocuments: amount, polls: amount, pollDays: amount, forgotten: amount },
    }),
    'GET /admin/delay': ({ query }) =>
      answerOf(adminDelay, { since: query.get('since') ?? now, ...delays, maxMs: 140_000 * minuteMs }),
    'GET /admin/audit': answerOf(auditPage, { entries: [answerOf(auditItem, act)] }),
    'GET /sources/:id/polls': { polls: latePolls() },
    'GET /sessions': {
      sessions: [true, false].map((isCurrent) =>
        answerOf(sessionItem, { ...session, id: String(isCurrent), isCurrent }),
      ),
    },
    'GET /tokens': {
      tokens: [
        answerOf(tokenItem, {
          ...{ id: 1, name: 'Backup of the stars', kind: 'api', scopes: ['read', 'write', 'admin'] },
          ...{ createdAt: now, lastUsedAt: now },
        }),
      ],
    },
  })
}

const parts: Readonly<Record<string, ReactNode>> = {
  'feeds by delay': (
    <FreshnessSources
      sources={(['broken', 'kept'] as const).map((state, index) =>
        answerOf(freshnessRow, {
          ...{ ...delays, sourceId: index, title, state, promiseMs: 85 * minuteMs, cause: 'host' },
        }),
      )}
      sort="state"
      onSort={() => undefined}
    />
  ),
  'folders by delay': (
    <FreshnessSummaries overall={summary} folders={[{ ...summary, folderId: 1, name: title }]} />
  ),
  'what retention removes': (
    <RetentionEffect
      failure={null}
      preview={answerOf(retentionPreview, { sources: [{ ...amount, id: 1, title, kept: 1_234_567 }] })}
    />
  ),
  'what is stored': <StoredSizes />,
  'delays of a day and a week': <DelaySummaries />,
  'acts of admins': <AuditScreen userId={null} />,
  'what an import refused': <ImportFileReport report={report} />,
  'lines of an import': <ImportFileReport report={{ ...report, lines }} />,
  'last checks': <SourceDecisions sourceId={1} />,
  'steps of the budget': <BudgetSteps policy="price" />,
  'shares of the budget': <BudgetShares />,
  sessions: <SessionList />,
  tokens: <TokenList />,
}

/** Words that go on in another line, and what is cut off to nothing. */
function brokenWords(): string[] {
  const found: string[] = []
  for (const cell of document.querySelectorAll('main :is(td, th, li)')) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const parent = text.parentElement
      const words = text.textContent ?? ''
      if (parent === null || !parent.checkVisibility() || parent.closest('.sr-only') !== null) continue
      if (parent.clientWidth > 0 && parent.clientWidth < 24 && words.length > 8) found.push(words)
      // Addresses and places within a file may go on anywhere.
      for (const { 0: word, index } of words.matchAll(/(?<=^|\s)[\p{L}’-]{2,}(?=$|[\s.,;])/gu)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (tops.size > 1 && !word.includes('-')) found.push(word)
      }
    }
  }
  return found
}

const places = Object.keys(parts).map((name) => [name, 390] as const)

test.each([...places, ['acts of admins', 700] as const])(
  '%s fit and break no word at %i px',
  async (name, width) => {
    await page.viewport(width, 844)
    for (const language of ['en', 'de'] as const) {
      serveRows()
      draw(<main className="px-4">{parts[name]}</main>, { language })
      await expect.poll(() => document.querySelector('main :is(td, li)')).not.toBeNull()
      await settle()
      expect([...overflows(language), ...hiddenSideways(language), ...brokenWords()]).toEqual([])
    }
  },
)
