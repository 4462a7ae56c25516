import { signUpThroughApi } from './app-accounts.ts'
import { startApp } from '#tests/support/servers/running-app.ts'

export const adminName = 'Ada Admin'

/**
 * One Skylark for all browser tests that need no server of their own; its first account is the admin. Runs after
 * tests/support/servers/database-server.ts and hands its addresses to the tests by the environment.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env['TEST_APP'] !== undefined) return async () => undefined // of another project of the same run
  const app = await startApp()
  const admin = await signUpThroughApi(app.url, adminName)
  process.env['TEST_APP'] = JSON.stringify({ url: app.url, databaseUrl: app.databaseUrl, admin })
  return () => app.stop()
}
