import { tokenRequest, type TokenItem } from '#lib/api/account.ts'
import { answer, readBody, route } from '#lib/api/route.ts'
import { createAppPassword } from '#lib/auth/app-passwords.ts'
import { requireSession } from '#lib/auth/require-session.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { createToken, listTokens } from '#lib/auth/tokens.ts'
import { recordRequest } from '#lib/auth/record-request.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return { tokens: (await listTokens(serverDatabase(), subscriber.id)).map(toItem) }
})

export const POST = route(async (request) => {
  const { subscriber } = await requireSession(request)
  const { name, kind, forFever } = await readBody(request, tokenRequest)
  const { token, ...row } =
    kind === 'app'
      ? await createAppPassword(serverDatabase(), subscriber, name, forFever)
      : await createToken(serverDatabase(), subscriber.id, name)
  await recordRequest(request, 'token-made', subscriber.id, { detail: name })
  return answer(201, { ...toItem(row), token })
})

function toItem(row: Awaited<ReturnType<typeof listTokens>>[number]): TokenItem {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind === 'app' ? 'app' : 'api',
    forFever: row.feverHash !== null,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  }
}
