import { Prisma } from '#lib/store/generated/client.ts'

/**
 * `= ANY(ids)` of which PostgreSQL sees only as it runs which ids: what it sees sooner it plans for, anew each time where a table is in
 * parts, which took five times as long as reading a posting. Thousands of ids are found as soon either way, numbers by an index of `int`, too.
 */
export function isOneOf(ids: readonly (bigint | number)[]): Prisma.Sql {
  return Prisma.sql`= ANY((SELECT ${[...ids]}::bigint[])::bigint[])`
}
