import { assignLabelWithin } from '#lib/store/organising/labels.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { findLabels, findOrCreateLabels } from '#lib/store/organising/import-labels.ts'
import { changePostings } from './posting-states.ts'

/** A label by its number, or by a name that none of the subscriber's has yet. */
type WantedLabel = { readonly id: number } | { readonly name: string }

/** The change that a reader app makes to postings. */
export type ReaderChange = {
  readonly isRead?: boolean
  readonly isStarred?: boolean
  /** Made where they are missing, as far as there is room. */
  readonly labelled: readonly WantedLabel[]
  readonly unlabelled: readonly WantedLabel[]
}

const namesOf = (labels: readonly WantedLabel[]) =>
  labels.flatMap((label) => ('name' in label ? [label.name] : []))

/**
 * Stars a posting that has no star, and takes the star of one that has. Two at once end where they began: one waits for the other.
 * @returns whether the subscriber may read it; else nothing is done
 */
export async function turnStar(
  database: Database,
  subscriberId: string,
  postingId: bigint,
  now: number,
): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    // A posting whose state nobody changed yet has no row to lock.
    await transaction.$executeRaw`
      SELECT pg_advisory_xact_lock(hashtextextended(${`skylark star ${subscriberId} ${postingId}`}, 0))`
    const state = await transaction.postingState.findUnique({
      where: { subscriberId_postingId: { subscriberId, postingId } },
      select: { starredAt: true },
    })
    const isStarred = (state?.starredAt ?? null) === null
    return (await changePostings(transaction, subscriberId, [postingId], { isStarred }, now)) > 0
  })
}

/** Changes those of the postings that the subscriber may read, in one transaction: a statement for states, one for each label. */
export async function changeReaderItems(
  database: Database,
  subscriberId: string,
  ids: readonly bigint[],
  { labelled, unlabelled, ...states }: ReaderChange,
  now: number,
): Promise<void> {
  if (ids.length === 0) return
  await database.$transaction(
    async (transaction) => {
      if (Object.keys(states).length > 0) await changePostings(transaction, subscriberId, ids, states, now)
      const made = await findOrCreateLabels(transaction, subscriberId, namesOf(labelled))
      const known = await findLabels(transaction, subscriberId, namesOf(unlabelled))
      const idOf = (label: WantedLabel) =>
        'id' in label ? label.id : (made.get(label.name) ?? known.get(label.name))
      for (const [labels, isOn] of [[labelled, true] as const, [unlabelled, false] as const])
        for (const label of labels) {
          const wanted = { isOn, subscriptionIds: [], postingIds: ids.map(String) }
          await assignLabelWithin(transaction, subscriberId, idOf(label) ?? 0, wanted, now)
        }
    },
    { timeout: 60_000 },
  )
}
