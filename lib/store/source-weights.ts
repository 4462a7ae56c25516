import type { Database } from './database.ts'

/** Sets the admin's factor of sources; unknown ids are passed over. Returns the ids that exist. */
export async function setWeightFactor(
  database: Database,
  ids: readonly number[],
  weightFactor: number,
): Promise<number[]> {
  const rows = await database.source.updateManyAndReturn({
    where: { id: { in: [...ids] } },
    data: { weightFactor },
    select: { id: true },
  })
  return rows.map((row) => row.id)
}

/** How many subscribers each of these sources has; without any it is left out. */
export async function countSubscribers(
  database: Database,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const rows = await database.subscription.groupBy({
    by: ['sourceId'],
    where: { sourceId: { in: [...ids] } },
    _count: true,
  })
  return new Map(rows.map((row) => [row.sourceId, row._count]))
}

/** Names of sources; one without a title is called by its address. */
export async function readSourceTitles(
  database: Database,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await database.source.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, title: true, url: true },
  })
  return new Map(rows.map((row) => [row.id, row.title === '' ? row.url : row.title]))
}
