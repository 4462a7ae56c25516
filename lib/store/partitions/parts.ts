import type { Database, Transaction } from '#lib/store/connection/database.ts'

/** Tables that are kept in parts by their ids (lib/store/partitions/partitions.ts). */
export type PartedTable = 'posting' | 'poll'

export type Part = {
  readonly name: string
  /** Null: from the beginning. */
  readonly fromId: bigint | null
  readonly toId: bigint
}

/** The parts of a table, oldest first. */
export async function listParts(database: Database | Transaction, table: PartedTable): Promise<Part[]> {
  const rows = await database.$queryRaw<{ name: string; from: string; to: string }[]>`
    SELECT c."relname" AS "name", bound[1] AS "from", bound[2] AS "to"
    FROM pg_inherits i JOIN pg_class c ON c."oid" = i."inhrelid",
      regexp_match(pg_get_expr(c."relpartbound", c."oid"), 'FROM \\(''?(\\w+)''?\\) TO \\(''?(\\d+)''?\\)') bound
    WHERE i."inhparent" = ${table}::regclass ORDER BY bound[2]::bigint`
  return rows.map(({ name, from, to }) => ({
    name,
    fromId: from === 'MINVALUE' ? null : BigInt(from),
    toId: BigInt(to),
  }))
}

/** The id given last; 0: none was. */
export async function readLatestId(transaction: Transaction, table: PartedTable): Promise<bigint> {
  const [row] = await transaction.$queryRaw<{ id: bigint | null }[]>`
    SELECT pg_sequence_last_value(${`${table}_id_seq`}::regclass) AS "id"`
  return row?.id ?? 0n
}
