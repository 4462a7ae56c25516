import { ApiError } from '#lib/api/http/errors.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readParam, route } from '#lib/api/http/route.ts'
import { openWay } from '#lib/auth/identity/open-way.ts'
import { recordRequest } from '#lib/auth/requests/record-request.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { deleteInvitation } from '#lib/store/accounts/invitations.ts'

export const DELETE = route(async (request, context) => {
  const admin = await requireAdmin(request)
  const invitationId = await readParam(context, 'id', id)
  if (!(await openWay(admin, async (database) => deleteInvitation(database, invitationId))))
    throw new ApiError('not_found', 'noInvitation')
  await recordRequest(request, 'invitation-removed', admin.id, { subjectId: null })
})
