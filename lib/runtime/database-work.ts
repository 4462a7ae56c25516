import { AsyncLocalStorage } from 'node:async_hooks'

const requests = new AsyncLocalStorage<{ underWay: number }>()

/** Begins a request. What it gives says whether the database works for that request just now, or is to as soon as a connection is free. */
export function watchDatabaseWork(begin: () => void): () => boolean {
  const work = { underWay: 0 }
  requests.run(work, begin)
  return () => work.underWay > 0
}

/** Notes that the database works for the request under way, until the end that it gives is called. */
export function beginDatabaseWork(): () => void {
  const work = requests.getStore()
  if (work === undefined) return () => undefined
  let isOver = false
  work.underWay += 1
  return () => {
    if (isOver) return
    isOver = true
    work.underWay -= 1
  }
}
