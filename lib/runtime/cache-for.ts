import { workForAll } from './database-work.ts'

/** Asks once for all who ask at the same time or within `ms` of the answer. What failed is asked anew. */
export function shareFor<Answer>(ms: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let shared: Promise<Answer> | null = null
  let endsAt = Infinity

  async function askAnew(): Promise<Answer> {
    try {
      const answer = await workForAll(ask)
      endsAt = performance.now() + ms
      return answer
    } catch (error) {
      endsAt = 0
      throw error
    }
  }

  return () => {
    if (shared !== null && performance.now() < endsAt) return shared
    endsAt = Infinity
    shared = askAnew()
    return shared
  }
}
