const dayMs = 86_400_000

/** A figure of each UTC day from the first on, oldest first; null for days that are missing. */
export function byDay<Day extends { readonly at: string }>(
  days: readonly Day[],
  figureOf: (day: Day) => number | null,
): (number | null)[] {
  const dayOf = ({ at }: Day) => Math.floor(Date.parse(at) / dayMs)
  const figures = new Map(days.map((day) => [dayOf(day), figureOf(day)]))
  const first = days[0]
  const last = days.at(-1)
  if (first === undefined || last === undefined) return []
  return Array.from(
    { length: dayOf(last) - dayOf(first) + 1 },
    (_, index) => figures.get(dayOf(first) + index) ?? null,
  )
}
