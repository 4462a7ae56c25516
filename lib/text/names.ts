/** Most letters of the names that readers give. Apps, lists and our own screens keep to them alike. */
export const longestName = { folder: 100, label: 50, feed: 200 } as const

/** The beginning of a name that another program gave, without half of a surrogate pair at its end. */
export function cutName(name: string, kind: keyof typeof longestName): string {
  const begin = name.slice(0, longestName[kind])
  return (begin === name ? begin : begin.replace(/[\uD800-\uDBFF]$/, '')).trim()
}
