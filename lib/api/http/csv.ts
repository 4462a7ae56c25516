/** A field's value in a CSV file; null is an empty field. */
export type CsvValue = string | number | null

/**
 * One record as RFC 4180 has it, with its line end. Text that a spreadsheet would run as a formula gets an apostrophe before it
 * (OWASP: CSV injection): titles and addresses are written by strangers.
 */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(fieldOf).join(',')}\r\n`
}

function fieldOf(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[\s\u0000]*[=+\-@|%＝＋－＠]|^[\t\r\n]/u.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
