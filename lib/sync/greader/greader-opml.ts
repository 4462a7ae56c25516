import { ApiError } from '#lib/api/http/errors.ts'
import { subscriberOf, type SyncCall } from '#lib/sync/doors.ts'
import { ok, openHeaders, refusal } from '#lib/sync/sync-answer.ts'

/** The subscriptions as an OPML file. */
export async function exportList(call: SyncCall): Promise<Response> {
  const document = await call.doors.exportOpml(subscriberOf(call))
  return new Response(document, {
    headers: {
      ...openHeaders,
      'content-type': 'text/x-opml; charset=utf-8',
      'content-disposition': 'attachment; filename="skylark.opml"',
      'cache-control': 'private, no-store',
    },
  })
}

/** Subscribes to what an OPML document lists: the body, a file of a form or its field `opml`. */
export async function importList(call: SyncCall): Promise<Response> {
  const { parameters, doors, request } = call
  const field = parameters.one('opml')
  const document = parameters.document ?? (field === null ? null : Buffer.from(field))
  if (document === null || document.length === 0) throw refusal(400, 'Bad Request: no OPML document')
  try {
    await doors.importOpml(subscriberOf(call), document, request)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_input')
      throw refusal(400, 'Bad Request: this is no OPML document')
    throw error
  }
  return ok()
}
