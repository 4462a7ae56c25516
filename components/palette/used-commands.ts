import { readStored, store } from '#components/ui/device-storage.ts'

const place = 'commands-used'
const mostKept = 20

/** Ids of the commands used in this browser, the last one first. */
export function readUsed(): readonly string[] {
  const kept = parsed(readStored(place) ?? '[]')
  const ids = Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
  // Earlier versions put the key of its name behind the address of a page.
  return ids.map((id) => id.replace(/^(\/\S*) \w+$/, '$1'))
}

export function rememberUsed(id: string): void {
  const ids = [id, ...readUsed().filter((each) => each !== id)].slice(0, mostKept)
  store(place, JSON.stringify(ids))
}

/** Null: something else is stored there, which remembers nothing. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
