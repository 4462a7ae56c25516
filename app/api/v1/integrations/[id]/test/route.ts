import { shownSent } from '#lib/handlers/without-write.ts'
import { noIntegration } from '#lib/handlers/integrations/refuse-integration.ts'
import { testService } from '#lib/sending/deliver-integration.ts'
import type { IntegrationTest } from '#lib/api/integrations/integrations.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readParam, route } from '#lib/api/http/route.ts'
import { limitAttempts } from '#lib/auth/identity/limit-attempts.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { config } from '#lib/runtime/config.ts'
import { findIntegration } from '#lib/store/integrations/integrations.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { HOUR_MS } from '#lib/policy/basics/time.ts'

/** Nobody may try passwords at others through this server. */
const limit = { max: 20, windowMs: HOUR_MS, text: 'manyTests' } as const

/** Signs in at the service while the caller waits, 15 s at most, and saves nothing there. */
export const POST = route(async (request, { params }): Promise<IntegrationTest> => {
  const subscriber = await requireSubscriber(request)
  const integrationId = await readParam({ params }, 'id', id)
  const database = serverDatabase()
  const account = await findIntegration(database, subscriber.id, integrationId)
  if (account === null) throw noIntegration()
  await limitAttempts(database, `integration-test|${subscriber.id}`, limit, systemClock.now())
  const { userAgent, allowedPrivateNetworks } = config()
  const context = { userAgent, allowedPrivateNetworks, clock: systemClock }
  return shownSent(await testService(context, account), request)
})
