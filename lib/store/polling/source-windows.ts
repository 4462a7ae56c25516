import type { Transaction } from '#lib/store/connection/database.ts'
import { jsonRows } from '#lib/store/connection/json-rows.ts'
import type { PollRecord } from './poll-record.ts'

/** More are not named, and all postings of the source taken to be in its document: so long ones mostly hold everything. */
const mostNamed = 1_000

/** Notes which postings the documents hold that these polls read as a whole. To be called before what is new in them is stored. */
export async function storeWindows(
  transaction: Transaction,
  records: readonly Pick<PollRecord, 'source' | 'heldIds'>[],
): Promise<void> {
  const rows = records.flatMap(({ source, heldIds = null }) =>
    heldIds === null ? [] : [windowRow(source.id, heldIds)],
  )
  if (rows.length === 0) return
  await transaction.$executeRaw`
    INSERT INTO "source_window" AS w ("sourceId", "throughId", "heldIds")
    SELECT g."sourceId", CASE WHEN g."isNamed"
      THEN coalesce((SELECT max(p."id") FROM "posting" p WHERE p."sourceId" = g."sourceId"), 0) ELSE 0 END, g."heldIds"
    FROM json_to_recordset(${jsonRows(rows)}::json) AS g("sourceId" int, "isNamed" bool, "heldIds" bigint[])
    ON CONFLICT ("sourceId") DO UPDATE SET "throughId" = excluded."throughId", "heldIds" = excluded."heldIds"
    WHERE (w."throughId", w."heldIds") IS DISTINCT FROM (excluded."throughId", excluded."heldIds")`
}

function windowRow(sourceId: number, heldIds: readonly bigint[]) {
  const isNamed = heldIds.length <= mostNamed
  return { sourceId, isNamed, heldIds: isNamed ? heldIds.map(String) : [] }
}
