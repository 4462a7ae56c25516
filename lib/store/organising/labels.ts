import type { AssignLabelRequest, Deleted, LabelItem } from '#lib/api/organising/organising.ts'
import { awaitEdits, keptSince } from '#lib/store/ground/act-time.ts'
import { lockAdding, roomFor } from '#lib/store/ground/account-limits.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { moveLabelPlaces } from '#lib/store/outputs/feed-places.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { againstRemoval, itemJoins, mayRead } from '#lib/store/ground/posting-item.ts'
import { queriesLosing, renameInViews } from '#lib/store/lists/rename-in-views.ts'
import { unlessTaken } from '#lib/store/connection/unless-taken.ts'

/** A subscriber's labels by name, with how much has each. */
export async function listLabels(
  database: Database | Transaction,
  subscriberId: string,
): Promise<LabelItem[]> {
  return readLabels(database, subscriberId, Prisma.sql`TRUE`)
}

/** Retention keeps each posting that has a label, so an index alone counts them. */
async function readLabels(
  database: Database | Transaction,
  subscriberId: string,
  condition: Prisma.Sql,
): Promise<LabelItem[]> {
  return database.$queryRaw<LabelItem[]>`
    SELECT l."id", l."name",
      (SELECT count(*)::int FROM "subscription_label" sl WHERE sl."labelId" = l."id") AS "subscriptions",
      (SELECT count(*)::int FROM "posting_label" pl WHERE pl."labelId" = l."id") AS "postings"
    FROM "label" l WHERE l."subscriberId" = ${subscriberId} AND ${condition}
    ORDER BY lower(l."name"), l."id"`
}

/** Makes a label. */
export async function createLabel(
  database: Database,
  subscriberId: string,
  name: string,
): Promise<LabelItem | 'taken' | 'too-many'> {
  return database.$transaction(async (transaction) => {
    await lockAdding(transaction, subscriberId, 'labels')
    if ((await roomFor(transaction, subscriberId, 'labels')) === 0) return 'too-many'
    const { count } = await transaction.label.createMany({
      data: { subscriberId, name },
      skipDuplicates: true,
    })
    if (count === 0) return 'taken'
    await notify(transaction, { type: 'state', subscriberId })
    const [label] = await readLabels(transaction, subscriberId, Prisma.sql`l."name" = ${name}`)
    return label ?? 'taken'
  })
}

/** Renames a label: what has it keeps it, and views that ask for it ask for the new name. */
export async function renameLabel(
  database: Database,
  subscriberId: string,
  id: number,
  name: string,
): Promise<LabelItem | 'not-found' | 'taken'> {
  const renamed = await unlessTaken(() =>
    database.$transaction(async (transaction) => {
      const names = await namesAround(transaction, subscriberId, id)
      if (names === null) return 'not-found'
      await transaction.label.update({ where: { id }, data: { name } })
      await renameInViews(transaction, subscriberId, { kind: 'label', to: name, ...names })
      await notify(transaction, { type: 'state', subscriberId })
      return 'renamed'
    }),
  )
  if (renamed !== 'renamed') return renamed
  const [label] = await readLabels(database, subscriberId, Prisma.sql`l."id" = ${id}`)
  return label ?? 'not-found'
}

/**
 * Takes a label off everything and ends it.
 * @returns the names of the views and alerts that asked for it; null when the subscriber has none with that id
 */
export async function deleteLabel(
  database: Database,
  subscriberId: string,
  id: number,
): Promise<Deleted | null> {
  return database.$transaction(async (transaction) => {
    const names = await namesAround(transaction, subscriberId, id)
    if (names === null) return null
    await transaction.label.delete({ where: { id } })
    await notify(transaction, { type: 'state', subscriberId })
    return queriesLosing(transaction, subscriberId, { kind: 'label', ...names })
  })
}

/** The name of a label, locked, and those of the subscriber's others; null when it is not theirs. */
async function namesAround(
  transaction: Transaction,
  subscriberId: string,
  id: number,
): Promise<{ readonly from: string; readonly others: string[] } | null> {
  const rows = await transaction.$queryRaw<{ id: number; name: string }[]>`
    SELECT "id", "name" FROM "label" WHERE "subscriberId" = ${subscriberId} ORDER BY "id" FOR UPDATE`
  const own = rows.find((row) => row.id === id)
  if (own === undefined) return null
  return { from: own.name, others: rows.filter((row) => row.id !== id).map(({ name }) => name) }
}

/**
 * Everything with the one label has the other one then, and views ask for that; the first ends. What had both has it since it had the first of
 * them: the version of that time stays kept. False when either is not the subscriber's.
 */
export async function mergeLabels(
  database: Database,
  subscriberId: string,
  id: number,
  intoId: number,
): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    const into = await transaction.label.findFirst({ where: { subscriberId, id: intoId } })
    const names = id === intoId ? null : await namesAround(transaction, subscriberId, id)
    if (names === null || into === null) return false
    await transaction.$executeRaw`
      INSERT INTO "subscription_label" ("labelId", "subscriptionId")
      SELECT ${intoId}::int, "subscriptionId" FROM "subscription_label" WHERE "labelId" = ${id}
      ON CONFLICT DO NOTHING`
    await transaction.$executeRaw`
      INSERT INTO "posting_label" ("labelId", "postingId", "createdAt", "subscriberId")
      SELECT ${intoId}::int, "postingId", "createdAt", "subscriberId" FROM "posting_label" WHERE "labelId" = ${id}
      ON CONFLICT ("labelId", "postingId") DO UPDATE SET "createdAt" = least("posting_label"."createdAt", excluded."createdAt")`
    await transaction.rule.updateMany({ where: { labelId: id }, data: { labelId: intoId } })
    await moveLabelPlaces(transaction, id, intoId)
    await transaction.label.delete({ where: { id } })
    await renameInViews(transaction, subscriberId, { kind: 'label', to: into.name, ...names })
    await notify(transaction, { type: 'state', subscriberId })
    return true
  })
}

/**
 * Puts a label on those of the subscriptions and postings that are the subscriber's to read, or takes it off.
 * @returns how many had it not before, or had it; null when the label is not the subscriber's
 */
export async function assignLabel(
  database: Database,
  subscriberId: string,
  id: number,
  wanted: AssignLabelRequest,
  now: number,
): Promise<number | null> {
  return database.$transaction((transaction) => assignLabelWithin(transaction, subscriberId, id, wanted, now))
}

/** `assignLabel` within a transaction that does more. */
export async function assignLabelWithin(
  transaction: Transaction,
  subscriberId: string,
  id: number,
  { isOn, subscriptionIds, postingIds, shownEditedAt }: AssignLabelRequest,
  now: number,
): Promise<number | null> {
  const postings = postingIds.map(BigInt)
  if (isOn) await awaitEdits(transaction, postings, shownEditedAt)
  if ((await transaction.label.count({ where: { id, subscriberId } })) === 0) return null
  const changed = isOn
    ? (await labelSubscriptions(transaction, subscriberId, id, subscriptionIds)) +
      (await labelPostings(
        transaction,
        subscriberId,
        id,
        postings,
        keptSince(new Date(now), shownEditedAt),
        now,
      ))
    : (
        await transaction.subscriptionLabel.deleteMany({
          where: { labelId: id, subscriptionId: { in: [...subscriptionIds] } },
        })
      ).count +
      (await transaction.postingLabel.deleteMany({ where: { labelId: id, postingId: { in: postings } } }))
        .count
  if (changed > 0) await notify(transaction, { type: 'state', subscriberId })
  return changed
}

async function labelSubscriptions(
  transaction: Transaction,
  subscriberId: string,
  labelId: number,
  ids: readonly number[],
): Promise<number> {
  return transaction.$executeRaw`
    INSERT INTO "subscription_label" ("labelId", "subscriptionId")
    SELECT ${labelId}::int, u."id" FROM "subscription" u
    WHERE u."subscriberId" = ${subscriberId} AND u."id" = ANY(${[...ids]}::int[])
    ORDER BY u."id" ON CONFLICT DO NOTHING`
}

/** With a state each, by which lists find the labels. */
async function labelPostings(
  transaction: Transaction,
  subscriberId: string,
  labelId: number,
  ids: readonly bigint[],
  since: Prisma.Sql,
  now: number,
): Promise<number> {
  await transaction.$executeRaw`
    INSERT INTO "posting_state" ("subscriberId", "postingId", "sourceId", "updatedAt")
    SELECT ${subscriberId}, p."id", p."sourceId", ${new Date(now)} FROM "posting" p ${itemJoins(subscriberId)}
    WHERE p."id" = ANY(${[...ids]}::bigint[]) AND ${mayRead}
    ORDER BY p."id" ${againstRemoval} ON CONFLICT DO NOTHING`
  return transaction.$executeRaw`
    INSERT INTO "posting_label" ("labelId", "postingId", "createdAt", "subscriberId")
    SELECT ${labelId}::int, p."id", ${since}, ${subscriberId} FROM "posting" p ${itemJoins(subscriberId)}
    WHERE p."id" = ANY(${[...ids]}::bigint[]) AND ${mayRead}
    ORDER BY p."id" ON CONFLICT DO NOTHING`
}
