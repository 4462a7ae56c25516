import type { HintRecord } from '#lib/policy/schedule/hint-record.ts'
import type { WindowMemory } from '#lib/policy/schedule/window-memory.ts'
import type { Prisma } from '#lib/store/generated/client.ts'
import { isoText } from '#lib/store/connection/json-rows.ts'

/**
 * A new address that permanent redirects name, and how often in a row since when. Or the source's own over https, as its documents name it:
 * `times` is 0 before it was proved and -1 after the first proof, and `since` is when it was named or tried last.
 */
export type AddressMove = { readonly url: string; readonly since: number; readonly times: number }

/** The lessons of a source's polls beyond its postings. */
export type SourceLearning = {
  readonly memory: WindowMemory
  readonly hintRecord: HintRecord | null
  readonly move: AddressMove | null
  /** The first 410 since the last answer. */
  readonly goneSince: number | null
}

/** The columns of a source that hold it; instants in milliseconds. */
export type SourceLearningColumns = {
  readonly windowLearned: number | null
  readonly dispersion: number
  readonly overflowIntervalMs: number | null
  readonly hintRecord: HintRecord | null
  readonly movedTo: string | null
  readonly movedSince: number | null
  readonly movedTimes: number
  readonly goneSince: number | null
}

/** As stored with the source. */
export function toSourceLearning(row: SourceLearningColumns): SourceLearning {
  return {
    memory: toWindowMemory(row),
    hintRecord: row.hintRecord,
    move:
      row.movedTo === null || row.movedSince === null
        ? null
        : { url: row.movedTo, since: row.movedSince, times: row.movedTimes },
    goneSince: row.goneSince,
  }
}

export function toWindowMemory(row: {
  readonly windowLearned: number | null
  readonly dispersion: number
  readonly overflowIntervalMs: bigint | number | null
}): WindowMemory {
  const { windowLearned, dispersion, overflowIntervalMs } = row
  return {
    learned: windowLearned,
    dispersion,
    overflowIntervalMs: overflowIntervalMs === null ? null : Number(overflowIntervalMs),
  }
}

/** Written by `sourceLearningColumns` alone, so that it need not be checked. */
export function toHintRecord(stored: Prisma.JsonValue): HintRecord | null {
  return stored as HintRecord | null
}

/** The columns of the source that hold it, as JSON. */
export function sourceLearningColumns({ memory, hintRecord, move, goneSince }: SourceLearning) {
  return {
    windowLearned: memory.learned,
    dispersion: memory.dispersion,
    overflowIntervalMs: memory.overflowIntervalMs === null ? null : Math.round(memory.overflowIntervalMs),
    hintRecord,
    movedTo: move?.url ?? null,
    movedSince: isoText(move?.since ?? null),
    movedTimes: move?.times ?? 0,
    goneSince: isoText(goneSince),
  }
}
