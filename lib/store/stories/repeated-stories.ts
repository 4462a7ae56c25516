import type { Database } from '#lib/store/connection/database.ts'
import { splitClusters } from './stories.ts'

/** The number of unread postings that a list leaves out because it shows their story already; a list that is not named leaves out none. */
type RepeatedStories = {
  readonly all: number
  readonly byFolder: ReadonlyMap<number, number>
  readonly byLabel: ReadonlyMap<number, number>
}

/** Each list as "number number …", its entries divided by commas; null: none. */
type Row = {
  /** story, subscription (less than 0: none), folder (0: none), and how it is heard: 0 muted, 1 apart, 2 everywhere */
  readonly tellers: string | null
  /** label, story, subscription */
  readonly labelled: string | null
  /** folder, the one around it (0: none) */
  readonly folders: string | null
}

/**
 * Of the unread postings in stories, those beyond the first of each story in the list of everything, of each folder with the
 * folders inside, and of each label: what counts must leave out to be the number of rows (`isFirstOfStory`), which is that of
 * the source that tells most of a story. Lists of single sources leave out nothing. Reads the unread postings that are in
 * stories, by an index that has nothing else, and adds them up here: the database takes twice as long.
 */
export async function countRepeatedStories(
  database: Database,
  subscriberId: string,
): Promise<RepeatedStories> {
  const [row] = await database.$queryRaw<Row[]>`
    WITH unread AS (
      SELECT u."id" AS "subscriptionId", u."folderId", u."isMuted", u."isApart", p."id", p."clusterId"
      FROM "subscription" u JOIN "posting" p ON p."sourceId" = u."sourceId" AND p."id" > u."readThrough"
      WHERE u."subscriberId" = ${subscriberId} AND p."clusterId" IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM "posting_state" t
        WHERE t."subscriberId" = ${subscriberId} AND t."postingId" = p."id" AND t."isRead")
      UNION ALL
      -- What is kept of no subscription, as in an archive, is in the lists of its labels alone, as what is muted is.
      SELECT coalesce(u."id", -p."sourceId"), u."folderId", coalesce(u."isMuted", true), u."isApart", p."id", p."clusterId"
      FROM "posting_state" t JOIN "posting" p ON p."id" = t."postingId" LEFT JOIN "subscription" u
        ON u."subscriberId" = t."subscriberId" AND u."sourceId" = t."sourceId"
      WHERE t."subscriberId" = ${subscriberId} AND NOT t."isRead" AND p."clusterId" IS NOT NULL
        AND (u."id" IS NULL OR p."id" <= u."readThrough")
    ), told AS MATERIALIZED (
      SELECT * FROM unread
      WHERE "clusterId" NOT IN (${splitClusters(subscriberId)})
        AND NOT EXISTS (SELECT 1 FROM "reading_settings" r
          WHERE r."subscriberId" = ${subscriberId} AND NOT r."showsStoryOnce")
    ), labelled AS (
      SELECT sl."labelId", n."id", n."clusterId", n."subscriptionId" FROM told n
      JOIN "subscription_label" sl ON sl."subscriptionId" = n."subscriptionId" WHERE NOT n."isMuted"
      UNION SELECT pl."labelId", n."id", n."clusterId", n."subscriptionId" FROM told n
      JOIN "posting_label" pl ON pl."postingId" = n."id" AND pl."subscriberId" = ${subscriberId}
    )
    SELECT (SELECT string_agg("clusterId" || ' ' || "subscriptionId" || ' ' || coalesce("folderId", 0) || ' ' ||
        CASE WHEN "isMuted" THEN 0 WHEN "isApart" THEN 1 ELSE 2 END, ',') FROM told) AS "tellers",
      (SELECT string_agg("labelId" || ' ' || "clusterId" || ' ' || "subscriptionId", ',') FROM labelled) AS "labelled",
      (SELECT string_agg("id" || ' ' || coalesce("parentId", 0), ',') FROM "folder"
        WHERE "subscriberId" = ${subscriberId}) AS "folders"`
  return addUp(numbersOf(row?.tellers), numbersOf(row?.labelled), numbersOf(row?.folders))
}

/** The numbers of a list one after the other. */
function numbersOf(list: string | null | undefined): Float64Array {
  return list ? Float64Array.from(list.split(/[ ,]/), Number) : new Float64Array()
}

function addUp(tellers: Float64Array, labelled: Float64Array, folders: Float64Array): RepeatedStories {
  const aroundOf = new Map<number, number>()
  for (let at = 0; at < folders.length; at += 2) aroundOf.set(folders[at] ?? 0, folders[at + 1] ?? 0)
  const all = new Map<number, number>()
  const byFolder = new Map<number, number>()
  const byLabel = new Map<number, number>()
  for (const places of placesByStory(tellers, 4, 0)) {
    const [everywhere, inFolders]: [Repeat[], Repeat[]] = [[], []]
    for (const at of places) {
      const [subscription = 0, folder = 0, heard = 0] = tellers.subarray(at + 1, at + 4)
      if (heard === 2) everywhere.push({ list: 0, subscription })
      for (let list = heard === 0 ? 0 : folder; list !== 0; list = aroundOf.get(list) ?? 0)
        inFolders.push({ list, subscription })
    }
    addRepeated(all, everywhere)
    addRepeated(byFolder, inFolders)
  }
  for (const places of placesByStory(labelled, 3, 1))
    addRepeated(
      byLabel,
      places.map((at) => ({ list: labelled[at] ?? 0, subscription: labelled[at + 2] ?? 0 })),
    )
  return { all: all.get(0) ?? 0, byFolder, byLabel }
}

/** The places at which the entries of each story begin that has several; in each the story stands at `offset`. */
function placesByStory(entries: Float64Array, length: number, offset: number): number[][] {
  const places = new Map<number, number[]>()
  for (let at = 0; at < entries.length; at += length) {
    const story = entries[at + offset] ?? 0
    const own = places.get(story)
    if (own === undefined) places.set(story, [at])
    else own.push(at)
  }
  return [...places.values()].filter((own) => own.length > 1)
}

type Repeat = { readonly list: number; readonly subscription: number }

/** Adds what one story repeats in each list: its postings but as many as the subscription with most has. */
function addRepeated(repeated: Map<number, number>, told: readonly Repeat[]): void {
  const sorted = told.toSorted((a, b) => a.list - b.list || a.subscription - b.subscription)
  let most = 0
  let run = 0
  let count = 0
  for (const [index, { list, subscription }] of sorted.entries()) {
    const before = sorted[index - 1]
    const next = sorted[index + 1]
    if (before?.list !== list) [most, run, count] = [0, 0, 0]
    run = before?.list === list && before.subscription === subscription ? run + 1 : 1
    count += 1
    most = Math.max(most, run)
    if (next?.list !== list && count > most) repeated.set(list, (repeated.get(list) ?? 0) + count - most)
  }
}
