/**
 * The value of an attribute and, before it, all that stands ahead, in a tag that sanitiseHtml wrote: there values stand in double quotes. The
 * pattern reads one attribute after the other from the beginning of the tag: another one may end as this one begins (alt="a src=").
 */
export function attributePattern(name: string): RegExp {
  return new RegExp(`^(<\\w+(?:\\s[\\w:-]+(?:="[^"]*")?)*?)\\s${name}="([^"]*)"`)
}

/** The value of an attribute of such a tag; null: it has none. */
export function attributeValue(tag: string, name: string): string | null {
  const value = attributePattern(name).exec(tag)?.[2]
  return value === undefined ? null : unescaped(value)
}

/** The references that sanitize-html writes into values. */
export function unescaped(value: string): string {
  return value
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
}
