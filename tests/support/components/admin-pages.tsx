import { usePathname, useSearchParams } from 'next/navigation'
import { BudgetScreen } from '#components/admin/server/budget-screen.tsx'
import { AdminSourcesScreen } from '#components/admin/server/admin-sources-screen.tsx'
import { parseSourcesAddress } from '#components/admin/sources/parse-sources-address.ts'
import {
  type ServerSettingsChange,
  type AdminSourceRow,
  type ServerSettings,
  adminSourceRow,
  adminSourcesPage,
  budgetPreview,
  serverSettings,
  weightPreview,
} from '#lib/api/server/admin.ts'
import { answerOf } from './answer-of.ts'
import { drawInFrame } from './reading-pages.tsx'
import { oneSource, reader, serveReading } from './reading-server.ts'
import { accountId, type Routes } from './stand-in-server.ts'
import { budgetHistory, budgetShares, budgetSteps } from '#lib/api/server/budget.ts'
import { formulaPreview } from '#lib/api/server/weight-formula.ts'
import { rulePreview } from '#lib/api/server/weight-rule.ts'

const admin = { ...reader, name: 'Ada Admin', role: 'admin' as const }

const hour = 3_600_000

/** A source as the table of all tells it. */
function sourceRow(id: number, title: string, others: Partial<AdminSourceRow> = {}): AdminSourceRow {
  return answerOf(adminSourceRow, {
    id,
    title,
    url: `https://${id}.example/feed`,
    host: `${id}.example`,
    subscribers: 1,
    weightFactor: 1,
    weight: 1,
    postingsPerDay: 5 * id,
    pollsPerDay: 24,
    predictedDelayMs: 12 * 60_000,
    delay: { count: 9, meanMs: 240_000, medianMs: 180_000, p90Ms: 420_000 },
    dailyMediansMs: [180_000, null, 240_000],
    promise: {
      withinMs: 600_000,
      keptShare: 0.9,
      state: 'kept',
      since: new Date().toISOString(),
      cause: null,
    },
    health: { kind: 'ok', reason: null },
    ...(others as object),
  })
}

const usualSettings: ServerSettings = answerOf(serverSettings, {
  signUp: 'open',
  policy: 'price',
  budgetPerDay: 10_000,
  maxStalenessMs: 24 * hour,
  minIntervalMs: hour,
  overflowRisk: 0.1,
  popularity: 1,
  sayStrength: 2,
  alertStrength: 4,
  fairShare: 5,
})

/** Some sources, and what the server says of other weights and budgets; it keeps both. */
export function serveAdmin(titles: readonly string[], others: Routes = {}) {
  let rows = titles.map((title, index) => sourceRow(index + 1, title))
  let settings = usualSettings
  const weigh = (ids: readonly number[], weightFactor: number) => {
    rows = rows.map((row) => (ids.includes(row.id) ? { ...row, weightFactor, weight: weightFactor } : row))
    return { changed: ids.length }
  }
  const moved = rows.slice(0, 2).map(({ id, title }) => ({ id, title, changeMs: 60_000 * id }))
  const server = serveReading(oneSource('Admin', 1), {
    'GET /me': { ...admin, id: accountId() },
    'GET /admin/settings': () => settings,
    'PATCH /admin/settings': ({ body }) =>
      (settings = { ...settings, ...(body as Partial<ServerSettings> & ServerSettingsChange) }),
    'GET /admin/sources': ({ query }) => {
      const found = rows.filter(({ title }) =>
        title.toLowerCase().includes((query.get('search') ?? '').toLowerCase()),
      )
      const direction = query.get('direction') === 'asc' ? 1 : -1
      const sources =
        query.get('sort') === 'title'
          ? found.toSorted((one, other) => direction * one.title.localeCompare(other.title))
          : found
      return answerOf(adminSourcesPage, { sources, total: sources.length, page: 1, pageSize: 50 } as object)
    },
    'PATCH /admin/sources/:id': ({ id, body }) => {
      weigh([Number(id)], (body as { weightFactor: number }).weightFactor)
      return rows.find((row) => String(row.id) === id)
    },
    'POST /admin/sources/weights': ({ body }) => {
      const { ids, weightFactor } = body as { ids: number[]; weightFactor: number }
      return weigh(ids, weightFactor)
    },
    'POST /admin/preview/weight': ({ body }) =>
      answerOf(weightPreview, {
        sources: (body as { ids: number[] }).ids.map((id) => ({
          id,
          pollsPerDay: { now: 24, then: 48 },
          predictedDelayMs: { now: 720_000, then: 360_000 },
        })),
        others: { nowMs: 600_000, thenMs: 630_000 },
      }),
    'POST /admin/preview/budget': ({ body }) => {
      const { budgetPerDay } = body as { budgetPerDay: number }
      const at = (budget: number) => ({ budgetPerDay: budget, predictedDelayMs: 6_000_000_000 / budget })
      return answerOf(budgetPreview, {
        now: at(settings.budgetPerDay),
        then: at(budgetPerDay),
        curve: [1_000, 5_000, 10_000, 20_000, 40_000].map(at),
        gainers: moved,
      })
    },
    'POST /admin/preview/formula': answerOf(formulaPreview, {
      meanDelayMs: { now: 600_000, then: 540_000 },
      movedPerDay: 48,
      gainers: moved,
      losers: moved,
    }),
    'POST /admin/preview/weight-rule': answerOf(rulePreview, {
      sources: rows.length,
      changed: rows.length,
      pollsPerDay: { now: 72, then: 144 },
      predictedDelayMs: { now: 720_000, then: 360_000 },
      others: { nowMs: 600_000, thenMs: 630_000 },
    }),
    'GET /admin/budget/steps': answerOf(budgetSteps, {
      now: { budgetPerDay: 10_000, predictedDelayMs: 600_000 },
      steps: [{ changePerDay: 1_000, budgetPerDay: 11_000, predictedDelayMs: 540_000 }],
      savedPerPollMs: 90_000,
      gainers: rows.slice(0, 1).map(({ id, title }) => ({ id, title, nowMs: 720_000, thenMs: 600_000 })),
    }),
    'GET /admin/budget/shares': ({ query }) => {
      const by = (query.get('by') ?? 'source') as 'source' | 'host' | 'state' | 'folder'
      const names = { source: titles, host: ['1.example'], state: ['learning'], folder: [null] }[by]
      const groups = names.map((name, index) => ({
        name,
        id: by === 'source' ? index + 1 : null,
        sources: 1,
        pollsPerDay: 24,
        pollsShare: 1 / names.length,
        gainShare: 1 / names.length,
      }))
      return answerOf(budgetShares, { by, pollsPerDay: 72, sources: 3, groups })
    },
    'GET /admin/budget/history': answerOf(budgetHistory, { days: budgetDays(21) }),
    ...others,
  })
  return { ...server, rows: () => rows, settings: () => settings }
}

/** So many days until today: a growing budget, from which less waiting was expected. */
export function budgetDays(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    at: new Date(Date.now() - (count - 1 - index) * 24 * hour).toISOString(),
    budgetPerDay: 5_000 + 200 * index,
    grantedPerDay: 4_000,
    predictedDelayMs: 1_200_000 - 30_000 * index,
  }))
}

/** Draws the table of sources, or the budget that they share, at its address. */
export function drawAdmin(address: string, language: 'en' | 'de' = 'en'): void {
  drawInFrame(<AdminAtAddress />, { address, language })
}

function AdminAtAddress() {
  const path = usePathname()
  const parameters = useSearchParams()
  if (path === '/admin/budget') return <BudgetScreen />
  if (path !== '/admin/sources') return <h1>{path}</h1>
  return <AdminSourcesScreen query={parseSourcesAddress(Object.fromEntries(parameters))} />
}
