import { digestRequest } from '#lib/api/outputs/digests.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { createDigest, mostDigests } from '#lib/store/digests/digests.ts'
import type { ReceivedMail } from '#tests/support/servers/mail-server.ts'

const hourMs = 3_600_000

export type DigestsResult = {
  /** Issues that had something to tell, and mails that came of them, by their Message-ID; `again`: the same once more. */
  readonly issues: number
  readonly mailed: number
  readonly mailedAgain: number
  /** Why a digest was not told as it should. */
  readonly brokenDigests: readonly string[]
}

/**
 * Digests of one reader that are due once each: half of them all through the run, by the machine's clock, the others an hour later,
 * for clocks that are ahead.
 */
export async function addChaosDigests(
  database: Database,
  subscriberId: string,
  forMs: number,
): Promise<void> {
  const startAt = Date.now()
  const hour = new Date(startAt + 12 * hourMs).getUTCHours() // no other is due before half a day is over
  for (let index = 0; index < mostDigests; index++) {
    const wanted = digestRequest.parse({ name: `Digest ${index}`, place: { kind: 'all' }, hour, zone: 'UTC' })
    const digest = await createDigest(database, subscriberId, wanted, startAt - hourMs)
    if (typeof digest === 'string') throw new Error(digest)
    const dueAt = startAt + (index / mostDigests) * forMs + (index % 2) * hourMs
    await database.digest.update({ where: { id: digest.id }, data: { nextSlotAt: new Date(dueAt) } })
  }
}

export async function countOpenDigests(database: Database): Promise<number> {
  const digests = await database.digest.count({ where: { slots: { none: {} } } })
  return digests + (await database.digestSlot.count({ where: { outcome: null } }))
}

/**
 * Each digest has one issue, whose mail came once, or twice with the same Message-ID; or that was empty: postings that are found while
 * the clock is ahead seem to be an hour younger, as publishers' clocks are corrected by it.
 */
export async function compareDigests(
  database: Database,
  mails: readonly ReceivedMail[],
): Promise<DigestsResult> {
  const keys = mails.map(({ source }) => /^Message-ID: <(digest-[\d-]+)@/im.exec(source)?.[1] ?? 'no key')
  const slots = await database.digestSlot.findMany({ orderBy: { digestId: 'asc' } })
  const keyOf = ({ digestId, slotAt }: (typeof slots)[number]) => `digest-${digestId}-${slotAt.getTime()}`
  const counts = Map.groupBy(keys, (key) => key)
  const told = slots.filter(({ outcome }) => outcome === 'sent')
  const known = new Set(told.map(keyOf))
  const digests = await database.digest.findMany({ select: { id: true } })
  const issuesOf = Map.groupBy(slots, ({ digestId }) => digestId)
  return {
    issues: told.length,
    mailed: told.filter((slot) => counts.has(keyOf(slot))).length,
    mailedAgain: keys.length - counts.size,
    brokenDigests: [
      ...digests.flatMap(({ id }) => {
        const outcomes = (issuesOf.get(id) ?? []).map(({ outcome }) => outcome ?? 'under way')
        return ['sent', 'empty'].includes(outcomes.join())
          ? []
          : [`digest ${id}: ${outcomes.join(', ') || 'no issue'}`]
      }),
      ...[...counts].flatMap(([key, { length }]) => {
        if (!known.has(key)) return [`${key} was mailed and is not stored`]
        return length > 2 ? [`${key} was mailed ${length} times`] : []
      }),
    ],
  }
}
