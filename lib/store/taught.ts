import type { HintRecord } from '#lib/policy/schedule/hint-record.ts'
import type { WindowMemory } from '#lib/policy/schedule/window-memory.ts'
import { Prisma, type Source } from './generated/client.ts'

/** A new address that permanent redirects name, and how often in a row since when. */
export type Move = { readonly url: string; readonly since: number; readonly times: number }

/** What the polls of a source have taught beyond its postings. */
export type Taught = {
  readonly memory: WindowMemory
  readonly hintRecord: HintRecord | null
  readonly move: Move | null
  /** The first 410 since the last answer. */
  readonly goneSince: number | null
}

/** As stored with the source. */
export function toTaught(row: Source): Taught {
  return {
    memory: toWindowMemory(row),
    hintRecord: toHintRecord(row.hintRecord),
    move:
      row.movedTo === null || row.movedSince === null
        ? null
        : { url: row.movedTo, since: row.movedSince.getTime(), times: row.movedTimes },
    goneSince: row.goneSince?.getTime() ?? null,
  }
}

export function toWindowMemory(row: {
  readonly windowLearned: number | null
  readonly dispersion: number
  readonly overflowIntervalMs: bigint | null
}): WindowMemory {
  const { windowLearned, dispersion, overflowIntervalMs } = row
  return {
    learned: windowLearned,
    dispersion,
    overflowIntervalMs: overflowIntervalMs === null ? null : Number(overflowIntervalMs),
  }
}

/** Written by `taughtColumns` alone, so that it need not be checked. */
export function toHintRecord(stored: Prisma.JsonValue): HintRecord | null {
  return stored as HintRecord | null
}

/** The columns of the source that hold it. */
export function taughtColumns({ memory, hintRecord, move, goneSince }: Taught) {
  return {
    windowLearned: memory.learned,
    dispersion: memory.dispersion,
    overflowIntervalMs:
      memory.overflowIntervalMs === null ? null : BigInt(Math.round(memory.overflowIntervalMs)),
    hintRecord: hintRecord ?? Prisma.DbNull,
    movedTo: move?.url ?? null,
    movedSince: move === null ? null : new Date(move.since),
    movedTimes: move?.times ?? 0,
    goneSince: goneSince === null ? null : new Date(goneSince),
  }
}
