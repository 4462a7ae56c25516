/**
 * The values that are not as they are stored: all that a form sends, as what nobody touched in it may have been changed by somebody else
 * since it was read. The other way round: what takes that back.
 */
export function changedFrom<Values extends object>(stored: Values, wanted: Values): Partial<Values> {
  const now = new Map<string, unknown>(Object.entries(stored))
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => now.get(name) !== value),
  ) as Partial<Values>
}

/** Whether there is anything to send. */
export function isEmpty(change: object): boolean {
  return Object.keys(change).length === 0
}
