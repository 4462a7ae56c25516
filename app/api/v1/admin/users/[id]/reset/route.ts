import { ApiError } from '#lib/api/http/errors.ts'
import { userId } from '#lib/api/http/parameters.ts'
import { languageOf } from '#lib/api/http/request-language.ts'
import { readParam, route } from '#lib/api/http/route.ts'
import type { ResetAnswer } from '#lib/api/accounts/sign-in.ts'
import { mailResetLink, makeResetLink } from '#lib/auth/accounts/password-reset.ts'
import { openWay } from '#lib/auth/identity/open-way.ts'
import { recordRequest } from '#lib/auth/requests/record-request.ts'
import { requireAdminSession } from '#lib/auth/requests/require-session.ts'
import { canSendMail } from '#lib/mail/send-mail.ts'
import { findAccount } from '#lib/store/accounts/accounts.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const POST = route(async (request, context): Promise<ResetAnswer> => {
  const { subscriber: admin } = await requireAdminSession(request)
  const account = await findAccount(serverDatabase(), await readParam(context, 'id', userId))
  if (account === null) throw new ApiError('not_found', 'noAccount')
  const now = new Date()
  await recordRequest(request, 'reset-link-made', admin.id, { subjectId: account.id })
  const mailedTo = canSendMail() ? account.email : null
  const url = await openWay(admin, async (database) => makeResetLink(database, account.id, now, mailedTo))
  if (mailedTo === null) return { isMailed: false, url }
  if (await mailResetLink(url, account, languageOf(request))) return { isMailed: true }
  throw new ApiError('unavailable', 'mailNotTaken')
})
