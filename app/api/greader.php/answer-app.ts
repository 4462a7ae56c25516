import { readOpml } from '#app/api/v1/opml/read-opml.ts'
import { countImport } from '#app/api/v1/import/count-import.ts'
import { importOpml } from '#app/api/v1/opml/import-opml.ts'
import { findFeedUrl } from '#app/api/v1/subscriptions/find-feed-url.ts'
import { findIcons } from '#app/api/v1/images/find-icons.ts'
import { planAround } from '#lib/aggregator/plan-around.ts'
import { systemClock } from '#lib/clock.ts'
import { hostOf } from '#lib/feeds/normalise-url.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import type { SyncDoors } from '#lib/sync/doors.ts'
import { answerFever } from '#lib/sync/fever.ts'
import { answerGoogleReader } from '#lib/sync/google-reader.ts'
import { openHeaders, syncRoute } from '#lib/sync/sync-answer.ts'
import { languageOfRequest } from '#lib/words/languages.ts'

const doors: SyncDoors = {
  database: serverDatabase,
  now: () => systemClock.now(),
  findFeed: async (subscriberId, input, signal) => {
    const url = await findFeedUrl(subscriberId, input, signal)
    return { url, hostName: hostOf(url) }
  },
  planAround: (subscriberId, act) => planAround(serverDatabase(), subscriberId, act),
  exportOpml: readOpml,
  countImport,
  importOpml: async (subscriberId, document, request) => {
    await importOpml(subscriberId, document, languageOfRequest(request.headers))
  },
  findIcons,
}

/** Route handlers of the Google Reader API below a root, which their paths begin with. */
export function greaderRoutes(root: '/' | '/api/greader.php/') {
  const handle = syncRoute((request: Request) => {
    const { pathname } = new URL(request.url)
    const path = `${pathname}/`.slice(root.length).replace(/(?<!\/)\/+$/, '')
    return answerGoogleReader(request, path, doors)
  })
  return { GET: handle, POST: handle, OPTIONS: answerOptions }
}

/** Route handlers of the Fever API. */
export const feverRoutes = (() => {
  const handle = syncRoute((request: Request) => answerFever(request, doors))
  return { GET: handle, POST: handle, OPTIONS: answerOptions }
})()

function answerOptions(): Response {
  return new Response(null, { status: 204, headers: openHeaders })
}
