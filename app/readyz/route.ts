import { readServerHealth, sayProblems } from '#lib/handlers/server/read-server-health.ts'
import { answer, route } from '#lib/api/http/route.ts'
import { processMetrics } from '#lib/runtime/process-metrics.ts'

/** For load balancers: as /api/health, and 503 as soon as this process is asked to end. */
export const GET = route(async (request) => {
  if (processMetrics().stopping.signal.aborted) {
    const stopping = { code: 'stopping', values: {} } as const
    return answer(503, { status: 'stopping', ...sayProblems([stopping], request) })
  }
  const { status, codes, reasons } = await readServerHealth(request)
  return answer(status === 'failing' ? 503 : 200, { status, codes, reasons })
})
