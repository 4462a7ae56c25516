/** The least interval of a source: by the setting, by who asks for it, and by whether anything is expected of it. */
import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'
import type { PolicySettings } from '#lib/policy/basics/settings.ts'

/** A source that somebody asks for may be polled so often, where the setting allows less. */
const urgentIntervalMs = 3 * 60_000
/** A source of which nothing is expected is polled so often at most. */
const quietIntervalMs = HOUR_MS
/** With fewer postings expected in the busiest hour of its week nothing is expected of a source: one chance in twenty. */
const quietPostings = 0.05

/** The facts of a source that decide how often it may be polled. */
export type IntervalFacts = {
  /** Somebody asks for it (an urgent mark, an alert) and its host does not object. Absent: no. */
  readonly isUrgent?: boolean
  /** The admin set that it is polled after so long at the latest, ms. Absent: nothing is set. */
  readonly greatestDelayMs?: number
}

/**
 * The least time between two polls of a source, ms: the setting; three minutes at most where it is urgent; an hour at least where nothing is
 * expected of it and the settings heed that, unless its admin wants it sooner. Settings that do not say so are those of replays: every source has the setting.
 * @param roots roots of its pattern by hour of the week, mean square 1
 */
export function leastIntervalOf(
  { isUrgent = false, greatestDelayMs = Infinity }: IntervalFacts,
  settings: Pick<PolicySettings, 'minIntervalMs' | 'sparesQuiet'>,
  ratePerDay: number,
  roots: ArrayLike<number>,
): number {
  const { minIntervalMs, sparesQuiet = false } = settings
  if (isUrgent) return Math.min(minIntervalMs, urgentIntervalMs)
  if (!sparesQuiet || minIntervalMs >= quietIntervalMs) return minIntervalMs
  let busiest = 0
  for (let hour = 0; hour < roots.length; hour++) busiest = Math.max(busiest, roots[hour] ?? 0)
  const expected = (ratePerDay * busiest ** 2 * HOUR_MS) / DAY_MS
  return expected < quietPostings
    ? Math.max(minIntervalMs, Math.min(quietIntervalMs, greatestDelayMs))
    : minIntervalMs
}
