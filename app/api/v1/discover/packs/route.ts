import type { StarterPack } from '#lib/api/sources/discover.ts'
import { languageOf } from '#lib/api/http/request-language.ts'
import { route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { findKnownSources } from '#lib/store/sources/known-sources.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { readPacks } from '#lib/handlers/discover/read-packs.ts'

export const GET = route(async (request): Promise<{ packs: StarterPack[] }> => {
  const subscriber = await requireSubscriber(request)
  const packs = await readPacks(languageOf(request))
  const urls = packs.flatMap(({ sources }) => sources.map(({ url }) => url))
  const known = await findKnownSources(serverDatabase(), subscriber.id, urls)
  return {
    packs: packs.map((pack) => ({
      ...pack,
      sources: pack.sources.map((source) => ({
        ...source,
        subscriptionId: known.get(source.url)?.subscriptionId ?? null,
      })),
    })),
  }
})
