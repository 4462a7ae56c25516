import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { parseHTML } from 'linkedom'
import { createElement, type ReactElement } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { SourceDetail } from '#lib/api/sources/sources.ts'
import { compiledMessages } from '#lib/words/server-words.ts'
import { WordsProvider } from '#lib/words/use-words.tsx'
import type { ServerSettings } from '#lib/api/server/admin.ts'

/** As they were when the page was loaded: somebody else may have changed them since. */
const settings: ServerSettings = {
  signUp: 'closed',
  policy: 'minimum-delay',
  budgetPerDay: 500,
  checksPerSource: 24,
  recommends: true,
  isPaused: false,
  maxStalenessMs: 8.64e7,
  minIntervalMs: 6e4,
  overflowRisk: 0.01,
  popularity: 1,
  sayStrength: 2,
  alertStrength: 2,
  fairShare: 5,
  keepReadDays: 120,
  keepUnreadDays: null,
  keepUnsubscribedDays: 100,
  mostPostings: 500,
  searchableDays: null,
  pollHistoryDays: 90,
}
const override = { isPaused: true, fixedIntervalMs: null, greatestDelayMs: 3_600_000, keepDays: 100 }
const messages = Object.fromEntries(
  (['admin', 'sources', 'common', 'errors', 'format'] as const).map((area) => [
    area,
    compiledMessages('en', area),
  ]),
)

/** The body that was sent to be stored. */
let sent: unknown[]

beforeAll(() => {
  const { window, document } = parseHTML('<!doctype html><html><body></body></html>')
  Object.assign(document, { oninput: null }) // by this React sees that it is told of what is typed
  for (const [name, value] of Object.entries({ window, document })) vi.stubGlobal(name, value)
  vi.stubGlobal('fetch', answer)
})
beforeEach(() => {
  sent = []
})

/** The server: it stores what it is given, and works no preview out. */
function answer(_: unknown, { method, body }: { method?: string; body?: string } = {}): Promise<Response> {
  if (method !== 'PATCH') return Promise.resolve(new Response('', { status: 503 }))
  sent.push(JSON.parse(body ?? 'null'))
  return Promise.resolve(Response.json({}))
}

type Form = {
  readonly drawn: ReactElement
  /** With what somebody else stored while it was filled in. */
  readonly later?: ReactElement
  readonly label: string
  readonly text: string
}

/** Draws a form, types into one field and saves, as soon as that may be. */
async function save({ drawn, later = drawn, label, text }: Form): Promise<void> {
  // These look for the document when they are loaded.
  const [{ flushSync }, { createRoot }] = [await import('react-dom'), await import('react-dom/client')]
  const main = document.body.appendChild(document.createElement('main'))
  const root = createRoot(main)
  const client = new QueryClient()
  const draw = (form: ReactElement) =>
    flushSync(() => {
      const words = createElement(WordsProvider, { language: 'en', messages, children: form })
      root.render(createElement(QueryClientProvider, { client }, words))
    })
  const tell = (type: string, target: Element | null) =>
    flushSync(() => target?.dispatchEvent(new window.Event(type, { bubbles: true })))
  draw(drawn)
  const named = [...main.querySelectorAll('label')].find(({ textContent }) => textContent?.startsWith(label))
  const input = main.querySelector(`[id="${named?.getAttribute('for') ?? ''}"]`)
  input?.setAttribute('type', 'text')
  input?.setAttribute('value', text)
  tell('input', input)
  draw(later)
  const button = () => main.querySelector('button[type="submit"]')
  await vi.waitFor(() => expect(button()?.hasAttribute('disabled')).toBe(false), { timeout: 30_000 })
  tell('submit', main.querySelector('form'))
  await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: 30_000 })
  await vi.waitFor(() => expect(client.isMutating()).toBe(0), { timeout: 30_000 })
  flushSync(() => root.unmount())
}

test('the form of the weight formula sends the strength that was moved', async () => {
  const { FormulaPanel } = await import('#components/admin/sources/formula-panel.tsx')
  const drawn = createElement(FormulaPanel, { settings })
  const later = createElement(FormulaPanel, { settings: { ...settings, popularity: 0.5 } })
  await save({ drawn, later, label: 'Strength of an urgent mark', text: '4' })
  expect(sent).toEqual([{ sayStrength: 4 }])
})

test('the form of the rules of retention sends the rule that was typed', async () => {
  const { RetentionForm } = await import('#components/admin/retention/retention-form.tsx')
  const drawn = createElement(RetentionForm, { rules: settings })
  const later = createElement(RetentionForm, { rules: { ...settings, keepReadDays: 400 } })
  await save({ drawn, later, label: 'Most articles of one feed', text: '700' })
  expect(sent).toEqual([{ mostPostings: 700 }])
})

test('the form of what is fixed for a source sends what was changed of it', async () => {
  const { SourceOverride } = await import('#components/sources/source/source-override.tsx')
  const drawn = createElement(SourceOverride, { source: { id: 7, hatch: override } as SourceDetail })
  await save({ drawn, label: 'Check every', text: '90' })
  expect(sent).toEqual([{ fixedIntervalMs: 5_400_000 }])
})
