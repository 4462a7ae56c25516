/** Of a value besides its letters. */
const valueSize = 8

/**
 * Whether an answer has more letters and values than that. Sent to another thread, each text is a copy however often it stands in the
 * answer: one of a megabyte that 10,000 entries share takes ten gigabytes, outside of every limit of memory.
 */
export function isLargerThan(answer: unknown, most: number): boolean {
  const left: unknown[] = [answer]
  let size = 0
  while (left.length > 0) {
    const value = left.pop()
    size += typeof value === 'string' ? value.length + valueSize : valueSize
    if (size > most) return true
    if (Array.isArray(value)) for (const item of value as unknown[]) left.push(item)
    else if (typeof value === 'object' && value !== null)
      for (const name in value) left.push((value as Record<string, unknown>)[name])
  }
  return false
}
