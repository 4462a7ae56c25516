import { config } from '#lib/runtime/config.ts'
import { presenceFrom } from '#lib/policy/learning/presence.ts'
import { parseQuery } from '#lib/search/parse-query.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { eachAlone } from '#lib/store/connection/each-alone.ts'
import { localHoursOfWeek, inUtc, localQuarters } from '#lib/store/hours/local-hours.ts'
import { necessarySources } from '#lib/store/search/search-condition.ts'
import { readSearchScopes } from '#lib/store/search/search-scope.ts'
import type { SlotRule } from '#lib/store/hours/slot-times.ts'
import type { Presence } from '#lib/policy/basics/history.ts'

/** Of a source, by reader: when their digests are made. */
type DigestPresences = ReadonlyMap<number, ReadonlyMap<string, readonly Presence[]>>

/**
 * The hour in which a digest is made is one of its reader's hours at its sources: so their polls move just before it. None where no
 * mail is sent, and of readers without reading hours, who are always there. By source and reader, in UTC from `now` on.
 */
export async function readDigestPresences(
  database: Database,
  now: number,
  sourceIds?: readonly number[],
): Promise<DigestPresences> {
  const presences = new Map<number, Map<string, Presence[]>>()
  if (config().mail === null) return presences
  const hasHours = { readingHours: { kind: { not: 'off' } } }
  const digests = await database.digest.findMany({ where: { isOn: true, subscriber: hasHours } })
  if (digests.length === 0) return presences
  const byId = new Map(
    digests.map((digest) => [
      digest.id,
      { reader: digest.subscriberId, presence: presenceAtDigest(digest, now) },
    ]),
  )
  const tied = [...(await listTied(database, sourceIds)), ...(await listTiedByView(database, sourceIds))]
  for (const { digestId, sourceId } of tied) {
    const digest = byId.get(digestId)
    if (digest === undefined) continue
    const ofSource = presences.get(sourceId) ?? new Map<string, Presence[]>()
    presences.set(sourceId, ofSource)
    ofSource.set(digest.reader, [...(ofSource.get(digest.reader) ?? []), digest.presence])
  }
  return presences
}

/** There in the hour that begins when a digest is made: polls fall just before readers come. */
export function presenceAtDigest({ rhythm, weekday, hour, zone }: SlotRule, now: number): Presence {
  const days = rhythm === 'weekly' ? [weekday] : [0, 1, 2, 3, 4, 5, 6]
  const hours = new Set(days.map((day) => 24 * day + hour))
  const local = Array.from({ length: localHoursOfWeek }, (_, each) => (hours.has(each) ? 1 : 0))
  return presenceFrom(inUtc(local, localQuarters(zone, now)))
}

/**
 * The hours of a subscriber's digests, as texts, by the source whose polls lie before them: none where no mail is sent, it is off, or its
 * reader has no reading hours.
 */
export async function readDigestTies(
  database: Database,
  subscriberId: string,
): Promise<Map<number, string[]>> {
  const ties = new Map<number, string[]>()
  if (config().mail === null) return ties
  const where = { subscriberId, isOn: true, subscriber: { readingHours: { kind: { not: 'off' } } } }
  for (const { id, rhythm, weekday, hour, zone } of await database.digest.findMany({ where })) {
    const tied = [
      ...(await listTied(database, undefined, id)),
      ...(await listTiedByView(database, undefined, id)),
    ]
    for (const { sourceId } of tied)
      ties.set(sourceId, [...(ties.get(sourceId) ?? []), [rhythm, weekday, hour, zone].join(' ')])
  }
  return ties
}

type Tied = { readonly digestId: number; readonly sourceId: number }

/** The sources of digests of everything, of folders with what is inside, and of labels, as their lists show them. */
async function listTied(
  database: Database,
  sourceIds: readonly number[] | undefined,
  digestId: number | null = null,
): Promise<Tied[]> {
  const ids = sourceIds === undefined ? null : [...sourceIds]
  return database.$queryRaw`
    WITH RECURSIVE within AS (
      SELECT d."id" AS "digestId", d."folderId" FROM "digest" d WHERE d."isOn" AND d."folderId" IS NOT NULL
      UNION SELECT w."digestId", f."id" FROM within w JOIN "folder" f ON f."parentId" = w."folderId"
    )
    SELECT d."id" AS "digestId", u."sourceId" FROM "digest" d
    JOIN "subscription" u ON u."subscriberId" = d."subscriberId" AND NOT u."isMuted"
    WHERE d."isOn" AND (${digestId}::int IS NULL OR d."id" = ${digestId}::int) AND (${ids}::int[] IS NULL OR u."sourceId" = ANY(${ids}::int[])) AND (
      (d."place" = 'all' AND NOT u."isApart")
      OR (d."place" = 'folder' AND EXISTS (
        SELECT 1 FROM within w WHERE w."digestId" = d."id" AND w."folderId" = u."folderId"))
      OR (d."place" = 'label' AND EXISTS (
        SELECT 1 FROM "subscription_label" sl WHERE sl."labelId" = d."labelId" AND sl."subscriptionId" = u."id")))`
}

/** The sources outside of which a view's query finds nothing: those that it names, else all. */
async function listTiedByView(
  database: Database,
  sourceIds: readonly number[] | undefined,
  digestId: number | null = null,
): Promise<Tied[]> {
  const digests = await database.digest.findMany({
    where: {
      isOn: true,
      view: { isNot: null },
      ...(digestId !== null && { id: digestId }),
      ...(sourceIds !== undefined && {
        subscriber: { subscriptions: { some: { sourceId: { in: [...sourceIds] } } } },
      }),
    },
    select: { id: true, subscriberId: true, view: { select: { query: true } } },
  })
  const wanted = sourceIds === undefined ? null : new Set(sourceIds)
  const tied: Tied[] = []
  await eachAlone(digests, 'digest-sources-failed', async ({ id, subscriberId, view }) => {
    const { query, errors } = parseQuery(view?.query ?? '')
    if (errors.length > 0) return
    const scope = (await readSearchScopes(database, subscriberId, {}, [query]))(query)
    for (const sourceId of necessarySources(query, scope, scope.sourceIds))
      if (wanted?.has(sourceId) !== false) tied.push({ digestId: id, sourceId })
  })
  return tied
}
