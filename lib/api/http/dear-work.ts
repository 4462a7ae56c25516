import { AsyncLocalStorage } from 'node:async_hooks'

type Work = { isDear: boolean }
const works = new AsyncLocalStorage<Work>()

/** Does the work of one request, light until it is said to be dear. */
export function inWork<T>(act: () => T): T {
  return works.run({ isDear: false }, act)
}

/** From now on the work of the request that is under way is dear. */
export function becomeDear(): void {
  const work = works.getStore()
  if (work !== undefined) work.isDear = true
}

/** Whether dear work goes on here. */
export function isDearWork(): boolean {
  return works.getStore()?.isDear === true
}
