import type { AdminSourceRow } from '#lib/api/server/admin-answers.ts'

/** What the table and the phone's rows share: what is ticked and which weight is being edited. */
export type ListState = {
  readonly sources: readonly AdminSourceRow[]
  readonly chosenIds: ReadonlySet<number>
  readonly editedId: number | null
  readonly onChoose: (ids: readonly number[], isChosen: boolean) => void
  readonly onEdit: (id: number | null) => void
}
