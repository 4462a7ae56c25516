import { countImport } from '#lib/handlers/moving/count-import.ts'
import { readBytes } from '#lib/api/http/read-bytes.ts'
import { route } from '#lib/api/http/route.ts'
import type { OpmlReport } from '#lib/api/sources/subscriptions.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { largestList } from '#lib/api/moving/imports.ts'
import { importOpml } from '#lib/handlers/moving/import-opml.ts'
import { exportOpml } from '#lib/handlers/moving/export-opml.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return new Response(await exportOpml(subscriber.id), {
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
  return importOpml(subscriber.id, document, request)
})
