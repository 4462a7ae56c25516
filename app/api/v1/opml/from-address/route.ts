import { ApiError } from '#lib/api/errors.ts'
import { readBody, route } from '#lib/api/route.ts'
import { opmlAddressRequest, type OpmlReport } from '#lib/api/subscriptions.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { explainAnswer } from '#lib/feeds/failed-discovery.ts'
import { normaliseSourceUrl } from '#lib/feeds/normalise-url.ts'
import { languageOfRequest } from '#lib/words/languages.ts'
import { politeFetch } from '#app/api/v1/discover/polite-fetch.ts'
import { countSearch, searchError } from '#app/api/v1/discover/search-feeds.ts'
import { countImport } from '#app/api/v1/import/count-import.ts'
import { importOpml, largestList } from '#app/api/v1/opml/import-opml.ts'

const timeoutMs = 20_000

export const POST = route(async (request): Promise<OpmlReport> => {
  const subscriber = await requireSubscriber(request)
  const { url: typed } = await readBody(request, opmlAddressRequest)
  const url = normaliseSourceUrl(typed)
  if (url === null) throw new ApiError('invalid_input', 'badUrl', { field: 'url' })
  await countSearch(subscriber.id)
  await countImport(subscriber.id)
  const fetchPolitely = politeFetch(request.signal, { maxBytes: largestList })
  const answer = await fetchPolitely(url, AbortSignal.timeout(timeoutMs))
  if (answer.kind !== 'fetched') throw searchError(explainAnswer(answer, url), 'url')
  return importOpml(subscriber.id, answer.body, languageOfRequest(request.headers))
})
