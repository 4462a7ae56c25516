import { ApiError } from '#lib/api/http/errors.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { opmlAddressRequest, type OpmlReport } from '#lib/api/sources/subscriptions.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { explainAnswer } from '#lib/documents/discover/failed-discovery.ts'
import { normaliseSourceUrl } from '#lib/documents/door/normalise-url.ts'
import { politeFetch } from '#lib/handlers/discover/polite-fetch.ts'
import { countSearch, searchError } from '#lib/handlers/discover/search-feeds.ts'
import { countImport } from '#lib/handlers/moving/count-import.ts'
import { largestList } from '#lib/api/moving/imports.ts'
import { importOpml } from '#lib/handlers/moving/import-opml.ts'

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
  return importOpml(subscriber.id, answer.body, request)
})
