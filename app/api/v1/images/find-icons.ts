import { findImage, loadImage } from './load-image.ts'

/** Fetched behind one answer; with more of them missing, the next answers bring the others. */
const mostAtOnce = 20

/** The pictures at these addresses that were fetched before, as base64 with their type; some others are fetched for the next time. */
export async function findIcons(addresses: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const missing: string[] = []
  for (const address of addresses) {
    const image = await findImage(address)
    if (image === null) missing.push(address)
    else if (image.kind === 'image')
      found.set(address, `${image.type};base64,${Buffer.from(image.bytes).toString('base64')}`)
  }
  for (const address of missing.slice(0, mostAtOnce)) void loadImage(address).catch(() => null)
  return found
}
