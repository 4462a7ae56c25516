import type { ServerInfo } from '#lib/api/accounts/account.ts'
import { route } from '#lib/api/http/route.ts'
import { canSendMail } from '#lib/mail/send-mail.ts'
import { hasNoAccounts } from '#lib/store/accounts/accounts.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { getSettings } from '#lib/store/ground/server-settings.ts'
import project from '#package.json' with { type: 'json' }

export const GET = route(async (): Promise<ServerInfo> => {
  const database = serverDatabase()
  const [isNew, { signUp }] = await Promise.all([hasNoAccounts(database), getSettings(database)])
  return { isNew, signUp, version: project.version, sendsMail: canSendMail() }
})
