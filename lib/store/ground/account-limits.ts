import { config } from '#lib/runtime/config.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'

/** The things of which an account may have so many as the configuration says: a program that adds without end must not fill the disk. */
export type Limited = 'subscriptions' | 'folders' | 'labels' | 'views' | 'rules' | 'alerts'

/** The most of it that an account may have. */
export function mostOf(limited: Exclude<Limited, 'subscriptions'>): number {
  return config().accountLimits[limited]
}

/** The most subscriptions or megabytes that one account may have: an admin may say other numbers for it than the configuration does for all. */
export async function limitOf(
  database: Database | Transaction,
  subscriberId: string,
  limited: 'subscriptions' | 'storedMb',
): Promise<number> {
  const own = await database.user.findUnique({
    where: { id: subscriberId },
    select: { maxSubscriptions: true, maxStoredMb: true },
  })
  const said = limited === 'subscriptions' ? own?.maxSubscriptions : own?.maxStoredMb
  return said ?? config().accountLimits[limited]
}

/**
 * The number of further ones that an account may have, at least 0. To be right for an act that adds, that act comes in the same transaction
 * and `lockAdding` stands before.
 */
export async function roomFor(
  database: Database | Transaction,
  subscriberId: string,
  limited: Limited,
): Promise<number> {
  const most = limited === 'subscriptions' ? await limitOf(database, subscriberId, limited) : mostOf(limited)
  return Math.max(0, most - (await countOf(database, subscriberId, limited)))
}

/**
 * Of one account, one transaction at a time adds: two that have room by themselves could have none together. A lock apart
 * from all rows, so that it makes no circle with theirs.
 */
export async function lockAdding(
  transaction: Transaction,
  subscriberId: string,
  limited: Limited,
): Promise<void> {
  await transaction.$executeRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`skylark ${limited} ${subscriberId}`}, 0))`
}

function countOf(database: Database | Transaction, subscriberId: string, limited: Limited): Promise<number> {
  const where = { subscriberId }
  switch (limited) {
    case 'subscriptions':
      return database.subscription.count({ where })
    case 'folders':
      return database.folder.count({ where })
    case 'labels':
      return database.label.count({ where })
    case 'views':
      return database.view.count({ where })
    case 'rules':
      return database.rule.count({ where })
    case 'alerts':
      return database.alert.count({ where })
    default:
      return limited satisfies never
  }
}
