import type { Page } from 'playwright-core'
import { until } from '#tests/support/measure/until.ts'

/** The weight of a page's scripts on the wire. */
export type ScriptWeight = {
  readonly bytes: number
  readonly files: number
  readonly encodings: readonly string[]
}

/** A script that is asked for by another one is asked for sooner. */
const restMs = 3000

/** Loads an address and weighs the scripts that come with it, as they travel, until nothing is loaded any more. */
export async function weighScripts(page: Page, address: string): Promise<ScriptWeight> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const encodings = new Map<string, string>()
  const underWay = new Set<string>()
  let bytes = 0
  let lastAt = performance.now()
  session.on('Network.requestWillBeSent', ({ requestId, type }) => {
    if (type === 'Script') underWay.add(requestId)
  })
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    const header = Object.entries(response.headers).find(
      ([name]) => name.toLowerCase() === 'content-encoding',
    )
    if (type === 'Script') encodings.set(requestId, header?.[1] ?? 'none')
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (encodings.has(requestId)) bytes += encodedDataLength
    if (underWay.delete(requestId)) lastAt = performance.now()
  })
  await page.goto(address, { waitUntil: 'load' })
  // The network itself never rests: a stream of events stays open.
  const rests = () => underWay.size === 0 && performance.now() - lastAt > restMs
  await until('no script is on its way', rests, { everyMs: 50, patienceMs: 60_000 })
  await session.detach()
  return { bytes, files: encodings.size, encodings: [...new Set(encodings.values())] }
}
