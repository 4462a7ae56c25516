import type { TokenKind } from '#lib/api/accounts/account.ts'
import type { Scope } from '#lib/api/accounts/scopes.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { ownerColumns, type CredentialOwner } from './credential-owner.ts'
import { endWays } from './credentials-epoch.ts'

/** A token as its owner sees it: everything but the secret. */
export type ApiTokenRow = {
  readonly id: number
  readonly name: string
  readonly kind: string
  readonly feverHash: string | null
  readonly scopes: readonly string[]
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

const shown = {
  id: true,
  name: true,
  kind: true,
  feverHash: true,
  scopes: true,
  createdAt: true,
  lastUsedAt: true,
} as const

/** Stores a token by its hash. */
export async function insertApiToken(
  database: Database,
  token: {
    readonly userId: string
    readonly name: string
    readonly kind: TokenKind
    readonly tokenHash: string
    /** Of the key by which Fever apps name it; null: they may not use it. */
    readonly feverHash: string | null
    readonly scopes: readonly Scope[]
  },
): Promise<ApiTokenRow> {
  const data = { ...token, scopes: [...token.scopes] }
  return database.apiToken.create({ data, select: shown })
}

/** Of an account, app passwords with them: all are listed at once. */
export const mostTokens = 500

/** The number of tokens that an account has. */
export async function countApiTokens(database: Database, userId: string): Promise<number> {
  return database.apiToken.count({ where: { userId } })
}

/** The account's tokens, newest first. */
export async function listApiTokens(database: Database, userId: string): Promise<ApiTokenRow[]> {
  return database.apiToken.findMany({ where: { userId }, select: shown, orderBy: { id: 'desc' } })
}

/** Ends a token of that account, and with it the streams that were opened by it; false when it has none with that id. */
export async function deleteApiToken(database: Database, userId: string, id: number): Promise<boolean> {
  const end = (transaction: Transaction) => transaction.apiToken.deleteMany({ where: { id, userId } })
  return (await endWays(database, userId, end)) === 1
}

/** The ways to find a token: its hash, its key of Fever apps, or its number. */
export type TokenName =
  | { readonly tokenHash: string }
  | { readonly feverHash: string }
  | { readonly id: number }

/** A token, and whose it is. */
export type FoundToken = CredentialOwner & {
  readonly tokenId: number
  readonly tokenHash: string
  readonly scopes: readonly string[]
  readonly lastUsedAt: Date | null
}

/** The token of that kind by that name, and its owner; or null. */
export async function findApiToken(
  database: Database,
  kind: TokenKind,
  name: TokenName,
): Promise<FoundToken | null> {
  const [row] = await database.$queryRaw<FoundToken[]>`
    SELECT t."id" AS "tokenId", t."tokenHash", t."scopes", t."lastUsedAt", ${ownerColumns}
    FROM "api_token" t JOIN "user" u ON u."id" = t."userId" WHERE t."kind" = ${kind} AND ${byName(name)}`
  return row ?? null
}

function byName(name: TokenName): Prisma.Sql {
  if ('tokenHash' in name) return Prisma.sql`t."tokenHash" = ${name.tokenHash}`
  return 'feverHash' in name
    ? Prisma.sql`t."feverHash" = ${name.feverHash}`
    : Prisma.sql`t."id" = ${name.id}::int`
}

/** The owner of a token that was not ended; or null. */
export async function findTokenOwner(database: Database, id: number) {
  const row = await database.apiToken.findUnique({
    where: { id },
    select: { user: { select: { banned: true, banExpires: true } } },
  })
  return row?.user ?? null
}

/** Notes a use, unless one was noted after `unlessSince`: a busy program must not cost a write per request. */
export async function touchApiToken(
  database: Database,
  id: number,
  usedAt: Date,
  unlessSince: Date,
): Promise<void> {
  await database.apiToken.updateMany({
    where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: unlessSince } }] },
    data: { lastUsedAt: usedAt },
  })
}
