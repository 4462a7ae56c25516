import { answer, route } from '#lib/api/http/route.ts'
import { readServerHealth } from '#lib/handlers/server/read-server-health.ts'

/** For load balancers and monitoring: 200 when the server can do its work, otherwise 503 with the reasons. */
export const GET = route(async (request) => {
  const health = await readServerHealth(request)
  return answer(health.status === 'failing' ? 503 : 200, health)
})
