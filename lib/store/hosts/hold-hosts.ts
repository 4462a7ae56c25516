import type { Transaction } from '#lib/store/connection/database.ts'

/**
 * Makes hosts that are new, for sources that the transaction puts there. Until it ends, none of the hosts is removed (remove-idle-hosts.ts). In their
 * order, against deadlocks.
 */
export async function holdHosts(transaction: Transaction, names: readonly string[]): Promise<void> {
  await transaction.$executeRaw`
    SELECT 1 FROM "host" WHERE "name" = ANY(${[...names]}::text[]) ORDER BY "name" FOR KEY SHARE`
  await transaction.$executeRaw`
    INSERT INTO "host" ("name") SELECT DISTINCT "name" FROM unnest(${[...names]}::text[]) AS h("name") ORDER BY "name"
    ON CONFLICT DO NOTHING`
}
