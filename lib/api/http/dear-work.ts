import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

type Work = { isDear: boolean; isOver: boolean }
const works = new AsyncLocalStorage<Work>()
/** Light requests that are under way. */
const light = { count: 0 }

/** Does the work of one request, light until it is said to be dear. */
export async function inWork<T>(act: () => T | Promise<T>): Promise<T> {
  const work = { isDear: false, isOver: false }
  light.count += 1
  try {
    return await works.run(work, act)
  } finally {
    work.isOver = true // what is written while it is sent goes on as the work that it was
    if (!work.isDear) light.count -= 1
  }
}

/** From now on the work of the request that is under way is dear. */
export function becomeDear(): void {
  const work = works.getStore()
  if (work === undefined || work.isDear) return
  work.isDear = true
  if (!work.isOver) light.count -= 1
}

/** Whether dear work goes on here. */
export function isDearWork(): boolean {
  return works.getStore()?.isDear === true
}

/** So long dear work stands still at most for light requests, of which some wait for somebody else's server. */
const longestPauseMs = 50
const stepMs = 2

/**
 * Dear work pauses here while light requests are under way. A list waits for the database some six times, and each time for all pieces of dear
 * work that are ready before it.
 */
export async function letLightGoFirst(): Promise<void> {
  if (!isDearWork()) return
  const until = performance.now() + longestPauseMs
  while (light.count > 0 && performance.now() < until) await sleep(stepMs)
}
