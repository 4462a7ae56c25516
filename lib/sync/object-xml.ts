/**
 * JSON as Google Reader wrote it where XML was asked for: objects of named strings, numbers and lists. What XML cannot hold
 * (most control characters) is left out.
 */
export function toXml(value: object): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${element(value, null)}`
}

function element(value: unknown, name: string | null): string {
  const attribute = name === null ? '' : ` name="${escaped(name)}"`
  if (Array.isArray(value))
    return `<list${attribute}>${value.map((each) => element(each, null)).join('')}</list>`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, each]) => each !== undefined)
    return `<object${attribute}>${members.map(([key, each]) => element(each, key)).join('')}</object>`
  }
  if (typeof value === 'number') return `<number${attribute}>${value}</number>`
  if (typeof value === 'boolean') return `<boolean${attribute}>${value}</boolean>`
  return `<string${attribute}>${escaped(String(value))}</string>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text for an element or a value in double quotes. */
export function escaped(text: string): string {
  const allowed = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, '')
  return allowed.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
}
