import { requireStill } from '#lib/api/http/body-room.ts'
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
import { exportWithoutWrite } from '#lib/handlers/moving/export-without-write.ts'

/** More than a backup each hour takes; each goes through all that an account has. */
const limit = { max: 30, windowMs: 3_600_000, text: 'manyExports' } as const

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

/** States are written page by page: they may be many, and what was kept brings its text. */
async function* partsOf(
  request: Request,
  { id, name, email, language }: Subscriber,
  mayWrite: boolean,
): AsyncGenerator<string> {
  const database = serverDatabase()
  const integrations = await exportIntegrations(database, id)
  const told = await exportAlerts(database, id, systemClock.now())
  const head: Omit<AccountExport, 'states'> = {
    format: 'skylark',
    version: exportVersion,
    exportedAt: new Date(systemClock.now()).toISOString(),
    account: { name, email },
    settings: { language, ...(await exportSettings(database, id)), lists: await exportLists(database, id) },
    opml: await exportOpml(id),
    folders: await exportFolders(database, id),
    labels: await exportLabels(database, id),
    views: await exportViews(database, id),
    integrations,
    leftOut: [],
    rules: await exportRules(database, id),
    ...told,
    ...(mayWrite ? {} : exportWithoutWrite({ integrations, ...told })),
    ...(await exportOutputs(database, id)),
    subscriptions: await exportSubscriptions(database, id),
    positions: await exportPositions(database, id),
    splits: await exportSplits(database, id),
  }
  yield `${JSON.stringify(head).slice(0, -1)},"states":[`
  let separator = '\n'
  for await (const page of exportStates(database, id)) {
    if (page.length === 0) continue
    await requireStill(request)
    yield separator + page.map((state) => JSON.stringify(state)).join(',\n')
    separator = ',\n'
  }
  yield '\n]}\n'
}
