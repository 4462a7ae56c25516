import { shellHeader } from '#lib/api/postings/kept-shell.ts'
import { readJson, shellKey, writeJson } from './kept.ts'

const assetsKey = '/__kept/assets'
const mostAssets = 400
/** As many at a time as a browser asks one server over HTTP/1.1. */
const lanes = 6

/**
 * Keeps the reading page and all that it may load. The page stands once what it names is there; what is opened later
 * follows, as scripts name the scripts that they load, and styles their fonts.
 */
export async function keepShell(cache: Cache, shellCache: string): Promise<void> {
  const page = await fetch('/', { headers: { accept: 'text/html', [shellHeader]: '1' } })
  if (!page.ok || page.redirected) return
  const named = assetsIn(await page.clone().text())
  const assets = await caches.open(shellCache)
  const known = await readJson<string[]>(assets, assetsKey)
  if (known !== null && named.every((path) => known.includes(path))) return cache.put(shellKey, page)
  const found = new Set(named)
  let texts = await keepAll(assets, named)
  await cache.put(shellKey, page)
  while (texts.length > 0 && found.size < mostAssets) {
    const next = [...new Set(texts.flatMap(assetsIn))].filter((path) => !found.has(path))
    for (const path of next) found.add(path)
    texts = await keepAll(assets, next)
  }
  await writeJson(assets, assetsKey, [...found])
}

/** Keeps what is not there yet, fonts last: without them a page works. @returns the scripts and styles */
async function keepAll(assets: Cache, paths: readonly string[]): Promise<string[]> {
  const waiting = paths.toSorted((one, other) => Number(isFont(one)) - Number(isFont(other)))
  const texts: string[] = []
  const lane = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
      texts.push(await keepAsset(assets, path))
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return texts.filter((text) => text !== '')
}

const isFont = (path: string) => path.endsWith('.woff2')

/** @returns what a script or style says, otherwise '' */
async function keepAsset(assets: Cache, path: string): Promise<string> {
  const kept = await assets.match(path)
  const asset = kept ?? (await fetch(path))
  if (!asset.ok) return ''
  if (kept === undefined) await assets.put(path, asset.clone())
  return isFont(path) ? '' : asset.text()
}

/** Addresses of scripts, styles and fonts in a page, script or style. */
function assetsIn(text: string): string[] {
  const names = text.matchAll(/\bstatic\/(?:chunks|css|media)\/[\w.~/-]+\.(?:js|css|woff2)/g)
  const fonts = text.matchAll(/(?<=[("'])\/fonts\/[\w.-]+\.woff2/g)
  return [...new Set([...[...names].map(([name]) => `/_next/${name}`), ...[...fonts].map(([path]) => path)])]
}
