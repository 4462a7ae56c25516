import type { Transaction } from './database.ts'
import { jsonRows } from './json-rows.ts'
import type { PollRecord } from './poll-record.ts'

/** More are not named, and all postings of the source taken to be in its document: so long ones mostly hold everything. */
const mostNamed = 1_000

/** Notes which postings the documents hold that these polls read as a whole. */
export async function storeWindows(
  transaction: Transaction,
  records: readonly Pick<PollRecord, 'source' | 'heldIds'>[],
): Promise<void> {
  const rows = records.flatMap(({ source, heldIds = null }) =>
    heldIds === null ? [] : [{ sourceId: source.id, ...windowOf(heldIds) }],
  )
  if (rows.length === 0) return
  await transaction.$executeRaw`
    INSERT INTO "source_window" AS w ("sourceId", "throughId", "heldIds")
    SELECT "sourceId", "throughId", "heldIds"
    FROM json_to_recordset(${jsonRows(rows)}::json) AS g("sourceId" int, "throughId" bigint, "heldIds" bigint[])
    ON CONFLICT ("sourceId") DO UPDATE SET "throughId" = excluded."throughId", "heldIds" = excluded."heldIds"
    WHERE (w."throughId", w."heldIds") IS DISTINCT FROM (excluded."throughId", excluded."heldIds")`
}

function windowOf(heldIds: readonly bigint[]) {
  if (heldIds.length === 0 || heldIds.length > mostNamed) return { throughId: '0', heldIds: [] }
  const ids = heldIds.toSorted((a, b) => (a < b ? -1 : 1))
  return { throughId: String(ids.at(-1)), heldIds: ids.map(String) }
}
