import { randomBytes } from 'node:crypto'
import { invitationRequest } from '#lib/api/server/admin.ts'
import { answer, readBody, route } from '#lib/api/http/route.ts'
import { recordRequest } from '#lib/auth/requests/record-request.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { openWay } from '#lib/auth/identity/open-way.ts'
import { hashSecret } from '#lib/auth/identity/secrets.ts'
import { config } from '#lib/runtime/config.ts'
import { insertInvitation, listInvitations } from '#lib/store/accounts/invitations.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { toInvitation } from '#lib/handlers/server/to-invitation.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

export const GET = route(async (request) => {
  await requireAdmin(request)
  return { invitations: (await listInvitations(serverDatabase())).map(toInvitation) }
})

export const POST = route(async (request) => {
  const admin = await requireAdmin(request)
  const { note, days } = await readBody(request, invitationRequest)
  const secret = randomBytes(32).toString('base64url')
  const row = await openWay(admin, async (database) =>
    insertInvitation(database, {
      secretHash: hashSecret(secret),
      note,
      expiresAt: new Date(Date.now() + days * DAY_MS),
      createdById: admin.id,
    }),
  )
  await recordRequest(request, 'invitation-made', admin.id, { subjectId: null })
  return answer(201, {
    ...toInvitation(row),
    url: `${config().publicUrl}/sign-up?invitation=${secret}`,
  })
})
