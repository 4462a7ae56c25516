import { route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { removeSavedPage } from '#lib/store/moving/saved-pages.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { noPosting, readPostingId } from '#lib/handlers/postings/require-posting.ts'

/** Removes a page that the subscriber saved. 404: it is none. */
export const DELETE = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const id = await readPostingId(context)
  if (!(await removeSavedPage(serverDatabase(), subscriber.id, id))) throw noPosting()
})
