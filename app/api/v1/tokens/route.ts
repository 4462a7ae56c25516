import { tokenRequest, type TokenItem } from '#lib/api/accounts/account.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { answer, readBody, route } from '#lib/api/http/route.ts'
import { scopesFor, toScopes } from '#lib/api/accounts/scopes.ts'
import { createAppPassword } from '#lib/auth/requests/app-passwords.ts'
import { confirmPassword } from '#lib/auth/accounts/confirm-password.ts'
import { requireSession } from '#lib/auth/requests/require-session.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { openWay } from '#lib/auth/identity/open-way.ts'
import type { Subscriber } from '#lib/auth/identity/subscriber.ts'
import { createToken, listTokens } from '#lib/auth/identity/tokens.ts'
import { recordRequest } from '#lib/auth/requests/record-request.ts'
import { countApiTokens, mostTokens } from '#lib/store/accounts/api-tokens.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const rows = await listTokens(serverDatabase(), subscriber.id)
  return { tokens: rows.map((row) => toItem(row, subscriber.role)) }
})

export const POST = route(async (request) => {
  const { subscriber } = await requireSession(request)
  const { role } = subscriber
  const { name, password, kind, forFever, scopes = scopesFor(role) } = await readBody(request, tokenRequest)
  if (scopes.includes('admin') && role !== 'admin')
    throw new ApiError('forbidden', 'adminOnly', { field: 'scopes' })
  await confirmPassword(request, subscriber, password)
  if ((await countApiTokens(serverDatabase(), subscriber.id)) >= mostTokens)
    throw new ApiError('conflict', 'tokensFull', { values: { most: mostTokens } })
  const { token, ...row } = await openWay(subscriber, async (database) =>
    kind === 'app'
      ? createAppPassword(database, subscriber, name, forFever)
      : createToken(database, subscriber.id, name, scopes),
  )
  await recordRequest(request, 'token-made', subscriber.id, { detail: name })
  return answer(201, { ...toItem(row, role), token })
})

function toItem(row: Awaited<ReturnType<typeof listTokens>>[number], role: Subscriber['role']): TokenItem {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind === 'app' ? 'app' : 'api',
    forFever: row.feverHash !== null,
    scopes: toScopes(row.scopes, role),
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  }
}
