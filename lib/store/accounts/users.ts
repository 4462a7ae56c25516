import type { Database } from '#lib/store/connection/database.ts'
import { isThere } from './credentials-epoch.ts'
import type { AdminUserRow } from '#lib/api/server/admin.ts'

const pageSize = 100

/** Accounts in the order of their making, from the one after `cursor` (an account's id) on. */
export async function listUsers(
  database: Database,
  cursor: string | null,
): Promise<{ readonly users: readonly AdminUserRow[]; readonly nextCursor: string | null }> {
  const rows = await database.user.findMany({
    where: isThere,
    select: {
      id: true,
      name: true,
      email: true,
      role: true,
      createdAt: true,
      banned: true,
      maxSubscriptions: true,
      maxStoredMb: true,
      _count: { select: { subscriptions: true } },
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: pageSize + 1,
    ...(cursor === null ? {} : { cursor: { id: cursor }, skip: 1 }),
  })
  const users = rows.slice(0, pageSize).map(({ _count, createdAt, role, banned, ...user }): AdminUserRow => ({
    ...user,
    isLocked: banned,
    role: role === 'admin' ? 'admin' : 'subscriber',
    createdAt: createdAt.toISOString(),
    subscriptions: _count.subscriptions,
  }))
  return { users, nextCursor: rows.length > pageSize ? (users.at(-1)?.id ?? null) : null }
}

/** Stores in which language an account reads; null: what its browser asks for. */
export async function changeLanguage(
  database: Database,
  userId: string,
  language: string | null,
): Promise<void> {
  await database.user.update({ where: { id: userId }, data: { language }, select: { id: true } })
}
