/**
 * Rows as one JSON text for `json_to_recordset`: thousands of values in one parameter. Halves of surrogate pairs, which
 * hostile documents contain and PostgreSQL refuses in JSON, become U+FFFD as in any other text.
 */
export function jsonRows(rows: readonly object[]): string {
  const text = JSON.stringify(rows)
  // JSON.stringify escapes nothing else that way.
  if (!text.includes(String.raw`\ud`)) return text
  return JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  )
}

/** An instant as JSON and PostgreSQL read it. */
export function isoText(instant: number): string
export function isoText(instant: number | null): string | null
export function isoText(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString()
}
