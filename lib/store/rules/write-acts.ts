import type { Transaction } from '#lib/store/connection/database.ts'
import type { PostingChangeByRule } from './decide-acts.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { notifyOfStates } from '#lib/store/ground/state-groups.ts'

/**
 * Stores what rules change in a subscriber's postings, all at one instant, by which it is known when it is taken back; tells
 * the windows. States are written in one statement, in the order in which windows lock them.
 */
export async function writeActs(
  transaction: Transaction,
  subscriberId: string,
  changes: readonly PostingChangeByRule[],
  at: Date,
): Promise<void> {
  if (changes.length === 0) return
  const changed = [...Map.groupBy(changes, ({ postingId }) => postingId)].map(([id, own]) => {
    const does = (act: PostingChangeByRule['acts'][number]) => own.some(({ acts }) => acts.includes(act))
    return { id, reads: does('read'), stars: does('star'), hides: does('hide') }
  })
  const rows = await transaction.$queryRaw<{ postingId: bigint }[]>`
    INSERT INTO "posting_state" AS state
      ("subscriberId", "postingId", "sourceId", "isRead", "readAt", "starredAt", "hiddenAt", "updatedAt")
    SELECT ${subscriberId}, p."id", p."sourceId", CASE WHEN c."reads" THEN true END,
      CASE WHEN c."reads" THEN ${at}::timestamptz END, CASE WHEN c."stars" THEN ${at}::timestamptz END,
      CASE WHEN c."hides" THEN ${at}::timestamptz END, ${at}
    FROM unnest(${changed.map(({ id }) => id)}::bigint[], ${changed.map(({ reads }) => reads)}::boolean[],
        ${changed.map(({ stars }) => stars)}::boolean[], ${changed.map(({ hides }) => hides)}::boolean[])
      AS c("id", "reads", "stars", "hides")
    JOIN "posting" p ON p."id" = c."id" ORDER BY p."id" FOR KEY SHARE OF p -- retention has removed it before, or leaves it
    ON CONFLICT ("subscriberId", "postingId") DO UPDATE SET
      "isRead" = coalesce(excluded."isRead", state."isRead"), "readAt" = coalesce(excluded."readAt", state."readAt"),
      "starredAt" = coalesce(state."starredAt", excluded."starredAt"),
      "hiddenAt" = coalesce(state."hiddenAt", excluded."hiddenAt"), "updatedAt" = excluded."updatedAt"
    RETURNING "postingId"`
  const labelled = changes.flatMap(({ postingId, labelId }) =>
    labelId === null ? [] : [{ postingId, labelId }],
  )
  if (labelled.length > 0) await writeLabels(transaction, subscriberId, labelled, at)
  await notifyOfStates(
    transaction,
    subscriberId,
    rows.map(({ postingId }) => postingId),
  )
  if (labelled.length > 0) await notify(transaction, { type: 'state', subscriberId })
}

async function writeLabels(
  transaction: Transaction,
  subscriberId: string,
  labelled: readonly { readonly postingId: bigint; readonly labelId: number }[],
  at: Date,
): Promise<void> {
  await transaction.$executeRaw`
    INSERT INTO "posting_label" ("labelId", "postingId", "createdAt", "subscriberId")
    SELECT l."id", p."id", ${at}, ${subscriberId}
    FROM unnest(${labelled.map(({ labelId }) => labelId)}::int[], ${labelled.map(({ postingId }) => postingId)}::bigint[])
      AS c("labelId", "postingId")
    JOIN "posting" p ON p."id" = c."postingId"
    JOIN "label" l ON l."id" = c."labelId" AND l."subscriberId" = ${subscriberId}
    ORDER BY p."id", l."id" ON CONFLICT DO NOTHING`
}
