import { createHash } from 'node:crypto'
import type { Asking } from '#lib/policy/basics/weight.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { readDigestTies } from './digest-presences.ts'
import { readAsking } from './source-weights.ts'

/** Of the sources of a subscriber, by id: all that these are planned by and that is the subscriber's, as a text to compare. */
export type SourceTies = ReadonlyMap<number, string>

/** Subscriptions, wishes, alerts, the hours of reading and of digests. */
export async function readSourceTies(database: Database, subscriberId: string): Promise<SourceTies> {
  // As one row: 50,000 take this thread a quarter of a second, and each act of an account asks twice.
  const [row] = await database.$queryRaw<{ readonly sourceIds: readonly number[] | null }[]>`
    SELECT array_agg("sourceId") AS "sourceIds" FROM "subscription" WHERE "subscriberId" = ${subscriberId}`
  const asking = await readAsking(database, subscriberId)
  const hours = await readHours(database, subscriberId)
  const digests = hours === null ? new Map<number, string[]>() : await readDigestTies(database, subscriberId)
  const plain = tieOf(null, hours, []) // most are tied alike: to write it down for each of 50,000 takes this thread a while
  return new Map(
    (row?.sourceIds ?? []).map((sourceId) => {
      const [asked, made] = [asking.get(sourceId), digests.get(sourceId)]
      const isPlain = asked === undefined && made === undefined
      return [sourceId, isPlain ? plain : tieOf(asked ?? null, hours, made?.sort() ?? [])]
    }),
  )
}

function tieOf(asked: Asking | null, hours: string | null, digests: readonly string[]): string {
  return JSON.stringify([asked, hours, digests])
}

/** A hash, as it stands at each source; null: off. */
async function readHours(database: Database, subscriberId: string): Promise<string | null> {
  const row = await database.readingHours.findUnique({ where: { subscriberId } })
  if (row === null || row.kind === 'off') return null
  const { kind, zone, given, learned } = row
  const hash = createHash('sha1').update(JSON.stringify([kind, zone, given]))
  return hash.update(learned ?? '').digest('base64')
}

/** The sources whose ties came, went or changed. */
export function changedTies(before: SourceTies, after: SourceTies): number[] {
  const ids = new Set([...before.keys(), ...after.keys()])
  return [...ids].filter((id) => before.get(id) !== after.get(id))
}
