import { countImport } from '#app/api/v1/import/count-import.ts'
import { readBytes } from '#lib/api/read-bytes.ts'
import { route } from '#lib/api/route.ts'
import type { OpmlReport } from '#lib/api/subscriptions.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { languageOfRequest } from '#lib/words/languages.ts'
import { importOpml, largestList } from './import-opml.ts'
import { readOpml } from './read-opml.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return new Response(await readOpml(subscriber.id), {
    headers: {
      'content-type': 'text/x-opml; charset=utf-8',
      'content-disposition': 'attachment; filename="skylark.opml"',
      'cache-control': 'no-store',
    },
  })
})

export const POST = route(async (request): Promise<OpmlReport> => {
  const subscriber = await requireSubscriber(request)
  await countImport(subscriber.id)
  const document = await readBytes(request, largestList)
  return importOpml(subscriber.id, document, languageOfRequest(request.headers))
})
