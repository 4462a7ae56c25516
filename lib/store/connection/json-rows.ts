/**
 * Rows as one JSON text for `json_to_recordset`: thousands of values in one parameter. Halves of surrogate pairs, which
 * hostile documents contain and PostgreSQL refuses in JSON, become U+FFFD as in any other text; so does NUL.
 */
export function jsonRows(rows: readonly object[]): string {
  const text = JSON.stringify(rows)
  // Escaped that way; a text that only looks like it is gone through in vain.
  if (!text.includes(String.raw`\ud`) && !text.includes(String.raw`\u0000`)) return text
  return JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value,
  )
}

/** An instant as JSON and PostgreSQL read it. */
export function isoText(instant: number): string
export function isoText(instant: number | null): string | null
export function isoText(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString()
}
