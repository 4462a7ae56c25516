import type { Page } from 'playwright-core'

/** What a page's scripts weigh on the wire. */
export type ScriptWeight = {
  readonly bytes: number
  readonly files: number
  readonly encodings: readonly string[]
}

/** Loads an address and weighs the scripts that come with it, as they travel, until nothing is loaded any more. */
export async function weighScripts(page: Page, address: string): Promise<ScriptWeight> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const encodings = new Map<string, string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    const header = Object.entries(response.headers).find(
      ([name]) => name.toLowerCase() === 'content-encoding',
    )
    if (type === 'Script') encodings.set(requestId, header?.[1] ?? 'none')
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (encodings.has(requestId)) bytes += encodedDataLength
  })
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForLoadState('networkidle').catch(() => undefined) // the event stream never rests
  await session.detach()
  return { bytes, files: encodings.size, encodings: [...new Set(encodings.values())] }
}
