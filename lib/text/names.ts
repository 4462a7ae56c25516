/** Most letters of a name. `other`: of tokens, views, rules and the like. Apps, imported lists and our own screens all keep to these. */
export const longestName = { folder: 100, label: 50, feed: 200, other: 100 } as const

export type NameKind = keyof typeof longestName

/** The beginning of a name that may be too long, without half of a surrogate pair at its end. */
export function cutName(name: string, kind: NameKind): string {
  const begin = name.slice(0, longestName[kind])
  return (begin === name ? begin : begin.replace(/[\uD800-\uDBFF]$/, '')).trim()
}
