import type { Transaction } from '#lib/store/connection/database.ts'

/** Idle hosts are removed once a day: one that is made again is hardly met by it once more. */
const mostTries = 3

/**
 * Makes hosts that are new, for sources that the transaction puts there. Until it ends, none of the hosts is removed (remove-idle-hosts.ts). In their
 * order, against deadlocks. One that was there when it was to be made may be removed before it is held: it is made again then.
 */
export async function holdHosts(transaction: Transaction, names: readonly string[]): Promise<void> {
  const distinct = [...new Set(names)]
  for (let tries = 0; tries < mostTries; tries += 1) {
    await transaction.$executeRaw`
      INSERT INTO "host" ("name") SELECT "name" FROM unnest(${distinct}::text[]) AS h("name") ORDER BY "name"
      ON CONFLICT DO NOTHING`
    const held = await transaction.$queryRaw<unknown[]>`
      SELECT 1 FROM "host" WHERE "name" = ANY(${distinct}::text[]) ORDER BY "name" FOR KEY SHARE`
    if (held.length === distinct.length) return
  }
}
