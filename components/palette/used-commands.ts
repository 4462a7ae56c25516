const name = 'commands-used'
const mostKept = 20

/** Ids of the commands used in this browser, the last one first. */
export function readUsed(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
  } catch {
    return [] // storage that is forbidden or holds something else remembers nothing
  }
}

export function rememberUsed(id: string): void {
  const ids = [id, ...readUsed().filter((each) => each !== id)].slice(0, mostKept)
  try {
    localStorage.setItem(name, JSON.stringify(ids))
  } catch {
    // forbidden: the palette works without a memory
  }
}
