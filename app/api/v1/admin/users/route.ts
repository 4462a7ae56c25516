import { randomBytes } from 'node:crypto'
import { usersQuery } from '#lib/api/server/admin.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { languageOf } from '#lib/api/http/request-language.ts'
import { answer, readBody, readQuery, route } from '#lib/api/http/route.ts'
import { newUserRequest, type NewUserAnswer } from '#lib/api/accounts/sign-in.ts'
import { authSettings } from '#lib/auth/sign-in/auth.ts'
import { createUser, UserError } from '#lib/auth/accounts/manage-users.ts'
import { mailResetLink, makeResetLink } from '#lib/auth/accounts/password-reset.ts'
import { openWay } from '#lib/auth/identity/open-way.ts'
import { recordRequest } from '#lib/auth/requests/record-request.ts'
import { requireAdminSession } from '#lib/auth/requests/require-session.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { canSendMail } from '#lib/mail/send-mail.ts'
import { findAccountByEmail } from '#lib/store/accounts/accounts.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { listUsers } from '#lib/store/accounts/users.ts'

export const GET = route(async (request) => {
  await requireAdmin(request)
  return listUsers(serverDatabase(), readQuery(request, usersQuery).cursor ?? null)
})

/** Makes an account, whoever may sign up. Nobody knows its password: its owner sets one by a link, mailed or handed over. */
export const POST = route(async (request) => {
  const { subscriber: admin } = await requireAdminSession(request)
  const { email, name } = await readBody(request, newUserRequest)
  const database = serverDatabase()
  const password = randomBytes(24).toString('base64url')
  if ((await findAccountByEmail(database, email)) !== null) throw new ApiError('conflict', 'emailTaken')
  const wanted = { email, name, password, isAdmin: false, tokenName: null }
  await createUser(database, authSettings(), wanted, admin).catch((cause: unknown) => {
    if (cause instanceof UserError) throw new ApiError('invalid_input', 'userNotMade', { cause })
    throw cause
  })
  const account = await findAccountByEmail(database, email)
  if (account === null) throw new Error('The account that was just made is gone.')
  await recordRequest(request, 'reset-link-made', admin.id, { subjectId: account.id })
  const now = new Date()
  const link = async (mailedTo: string | null) =>
    openWay(admin, async (own) => makeResetLink(own, account.id, now, mailedTo))
  const isMailed =
    canSendMail() && (await mailResetLink(await link(account.email), account, languageOf(request)))
  const url = isMailed ? null : await link(null)
  return answer(201, { id: account.id, email, url } satisfies NewUserAnswer)
})
