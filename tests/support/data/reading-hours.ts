import { presenceCurve, presenceFrom, presentHoursUntil } from '#lib/policy/learning/presence.ts'
import type { Run } from '#lib/lab/simulator/simulate.ts'
import type { Presence } from '#lib/policy/basics/history.ts'

/** Of the 168 hours of a week those that a rule names: 1, the others 0. */
export function hoursWhere(isThere: (hour: number) => boolean): number[] {
  return Array.from({ length: 168 }, (_, hour) => (isThere(hour) ? 1 : 0))
}

/** The readers of each source: mornings and evenings, in five zones. */
export function readInZones(
  sources: readonly { readonly sourceId: number }[],
): ReadonlyMap<number, Presence> {
  return new Map(
    sources.map(({ sourceId }) => {
      const ahead = [0, 0, 5, 8, 16][sourceId % 5] ?? 0
      const isThere = (hour: number) => (hour >= 7 && hour < 9) || (hour >= 18 && hour < 22)
      return [sourceId, presenceFrom(hoursWhere((hour) => isThere((hour + ahead) % 24)))]
    }),
  )
}

/** Hours waited as far as they count, of all postings of a run together. */
export function weightedDelay({ states }: Run, presences: ReadonlyMap<number, Presence>): number {
  let sum = 0
  for (const { sourceId, delays, firstEvaluated, postingTimes } of states) {
    const curve = presenceCurve(presences.get(sourceId))
    delays.forEach((delay, index) => {
      const at = postingTimes[firstEvaluated + index] ?? 0
      if (curve !== null) sum += presentHoursUntil(curve, at + delay) - presentHoursUntil(curve, at)
    })
  }
  return sum
}
