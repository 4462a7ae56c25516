import type { ServerInfo } from '#lib/api/account.ts'
import { route } from '#lib/api/route.ts'
import { canSendMail } from '#lib/mail/send-mail.ts'
import { hasNoAccounts } from '#lib/store/accounts.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { getSettings } from '#lib/store/settings.ts'
import project from '#package.json' with { type: 'json' }

export const GET = route(async (): Promise<ServerInfo> => {
  const database = serverDatabase()
  const [isNew, { signUp }] = await Promise.all([hasNoAccounts(database), getSettings(database)])
  return { isNew, signUp, version: project.version, sendsMail: canSendMail() }
})
