import { requireStill } from '#lib/api/http/body-room.ts'
import { letLightGoFirst } from '#lib/api/http/dear-work.ts'
import { route } from '#lib/api/http/route.ts'
import { streamText } from '#lib/api/http/stream-text.ts'
import { limitAttempts } from '#lib/auth/identity/limit-attempts.ts'
import { recordRequest } from '#lib/auth/requests/record-request.ts'
import { requireAccess } from '#lib/auth/requests/require-subscriber.ts'
import type { Subscriber } from '#lib/auth/identity/subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { exportVersion, type AccountExport } from '#lib/documents/moving/account-export.ts'
import {
  exportFolders,
  exportLabels,
  exportSettings,
  exportSubscriptions,
  exportViews,
} from '#lib/store/moving/export-account.ts'
import { exportLists } from '#lib/store/moving/moved-lists.ts'
import { exportPositions, exportSplits } from '#lib/store/moving/moved-places.ts'
import { exportStates } from '#lib/store/moving/export-states.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { exportAlerts } from '#lib/store/moving/move-alerts.ts'
import { exportOutputs } from '#lib/store/moving/move-outputs.ts'
import { exportIntegrations } from '#lib/store/moving/move-integrations.ts'
import { exportRules } from '#lib/store/moving/move-rules.ts'
import { exportOpml } from '#lib/handlers/moving/export-opml.ts'
import { chunksOf } from '#lib/handlers/moving/import-parts.ts'
import { exportWithoutWrite } from '#lib/handlers/moving/export-without-write.ts'
import { HOUR_MS } from '#lib/policy/basics/time.ts'

/** More than a backup each hour takes; each goes through all that an account has. */
const limit = { max: 30, windowMs: HOUR_MS, text: 'manyExports' } as const

/**
 * One account as one JSON document (lib/documents/moving/account-export.ts), which POST /api/v1/import takes back.
 */
export const GET = route(async (request) => {
  const { subscriber, mayWrite } = await requireAccess(request)
  await limitAttempts(serverDatabase(), `export|${subscriber.id}`, limit)
  await recordRequest(request, 'exported', subscriber.id)
  const day = new Date(systemClock.now()).toISOString().slice(0, 10)
  return new Response(streamText(partsOf(request, subscriber, mayWrite)), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="skylark-${day}.json"`,
      'cache-control': 'no-store',
    },
  })
})

/** Lists are written part by part: subscriptions may be 50,000, states many more, and what was kept brings its text. */
async function* partsOf(
  request: Request,
  { id, name, email, language }: Subscriber,
  mayWrite: boolean,
): AsyncGenerator<string> {
  const database = serverDatabase()
  const integrations = await exportIntegrations(database, id)
  const told = await exportAlerts(database, id, systemClock.now())
  const head: Omit<AccountExport, 'opml' | 'subscriptions' | 'positions' | 'splits' | 'states'> = {
    format: 'skylark',
    version: exportVersion,
    exportedAt: new Date(systemClock.now()).toISOString(),
    account: { name, email },
    settings: { language, ...(await exportSettings(database, id)), lists: await exportLists(database, id) },
    folders: await exportFolders(database, id),
    labels: await exportLabels(database, id),
    views: await exportViews(database, id),
    integrations,
    leftOut: [],
    rules: await exportRules(database, id),
    ...told,
    ...(mayWrite ? {} : exportWithoutWrite({ integrations, ...told })),
    ...(await exportOutputs(database, id)),
  }
  yield `${JSON.stringify(head).slice(0, -1)},"opml":"`
  for (const lines of chunksOf((await exportOpml(id)).split(/(?<=\n)/), rowsAtOnce))
    yield JSON.stringify(lines.join('')).slice(1, -1)
  yield '"'
  yield* listOf(request, 'subscriptions', exportSubscriptions(database, id))
  yield* listOf(request, 'positions', chunksOf(await exportPositions(database, id), rowsAtOnce))
  yield* listOf(request, 'splits', chunksOf(await exportSplits(database, id), rowsAtOnce))
  yield* listOf(request, 'states', exportStates(database, id))
  yield '}\n'
}

/** Rows of one part, where a list is all there at once. */
const rowsAtOnce = 500

async function* listOf(
  request: Request,
  name: keyof AccountExport,
  pages: AsyncIterable<readonly object[]> | Iterable<readonly object[]>,
): AsyncGenerator<string> {
  yield `,"${name}":[`
  let separator = '\n'
  for await (const page of pages) {
    if (page.length === 0) continue
    await letLightGoFirst()
    await requireStill(request)
    yield separator + page.map((row) => JSON.stringify(row)).join(',\n')
    separator = ',\n'
  }
  yield '\n]'
}
