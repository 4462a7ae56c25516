import type { AdminSourceRow } from '#lib/api/server/admin.ts'

/** State that the table and the phone's rows share: the ticked sources, and the weight that is being edited. */
export type ListState = {
  readonly sources: readonly AdminSourceRow[]
  readonly chosenIds: ReadonlySet<number>
  readonly editedId: number | null
  readonly onChoose: (ids: readonly number[], isChosen: boolean) => void
  readonly onEdit: (id: number | null) => void
}
