import { route } from '#lib/api/http/route.ts'
import type { SessionItem } from '#lib/api/accounts/sign-in.ts'
import { recordRequest } from '#lib/auth/requests/record-request.ts'
import { requireSession } from '#lib/auth/requests/require-session.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { endOtherSessions, listSessions } from '#lib/store/accounts/sessions.ts'

export const GET = route(async (request) => {
  const { subscriber, sessionId } = await requireSession(request)
  const rows = await listSessions(serverDatabase(), subscriber.id, new Date())
  const sessions = rows.map((row): SessionItem => ({
    id: row.id,
    userAgent: row.userAgent ?? '',
    address: row.ipAddress === '' ? null : row.ipAddress,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    isCurrent: row.id === sessionId,
  }))
  return { sessions }
})

export const DELETE = route(async (request) => {
  const { subscriber, sessionId } = await requireSession(request)
  const ended = await endOtherSessions(serverDatabase(), subscriber.id, sessionId)
  if (ended > 0) await recordRequest(request, 'session-ended', subscriber.id, { detail: String(ended) })
  return { ended }
})
