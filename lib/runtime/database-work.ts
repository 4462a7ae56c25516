import { AsyncLocalStorage } from 'node:async_hooks'

/** Of the 14 connections of light reading (`lib/store/connection/server-database.ts`): a page asks for five things at once. */
const mostOfOne = 6

type Work = { underWay: number; who: string | null }
const requests = new AsyncLocalStorage<Work>()
/** Of each that is known: work under way, and what waits for it. */
const lines = new Map<string, { taken: number; readonly waiting: (() => void)[] }>()

/** Begins a request. What it gives says whether the database works for that request just now, or is to as soon as a connection is free. */
export function watchDatabaseWork(begin: () => void): () => boolean {
  const work: Work = { underWay: 0, who: null }
  requests.run(work, begin)
  return () => work.underWay > 0
}

/**
 * Runs work whose result is shared. It counts for no account, although one account's request began it: it takes no place of that account, and
 * others who wait for it do not wait for that account's slow statements. The work may be a Prisma statement, which begins as it is awaited.
 */
export function workForAll<Made>(work: () => PromiseLike<Made>): Promise<Made> {
  return requests.exit(() => Promise.resolve(work()))
}

/** Whose the request under way is: what the database does for it is limited from now on. */
export function noteAsker(who: string): void {
  const work = requests.getStore()
  if (work !== undefined) work.who = who
}

/**
 * Notes that the database works for the request under way, until the end that it gives is called. Resolves as there is room for it: slow
 * statements of one account, however many requests they come from, leave connections to others.
 */
export async function beginDatabaseWork(): Promise<() => void> {
  const work = requests.getStore()
  if (work === undefined) return () => undefined
  work.underWay += 1
  const leave = work.who === null ? null : await takePlace(work.who)
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    work.underWay -= 1
    leave?.()
  }
}

async function takePlace(who: string): Promise<() => void> {
  const line = lines.get(who) ?? { taken: 0, waiting: [] }
  lines.set(who, line)
  if (line.taken < mostOfOne) line.taken += 1
  else await new Promise<void>((enter) => line.waiting.push(enter))
  return () => {
    const next = line.waiting.shift()
    if (next !== undefined) return next() // who waits takes the place over
    line.taken -= 1
    if (line.taken === 0) lines.delete(who)
  }
}
