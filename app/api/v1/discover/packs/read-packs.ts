import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { StarterPack } from '#lib/api/discover.ts'
import { parseOpml } from '#lib/feeds/parse-opml.ts'
import { decodeEntities } from '#lib/feeds/xml-entities.ts'
import { log } from '#lib/log.ts'

/** Where the admin puts lists in and takes them out; both web server and build run in the project's folder. */
const folder = path.join(process.cwd(), 'public/starter-packs')
const mostPacks = 50
const mostSources = 100

type Pack = Omit<StarterPack, 'sources'> & {
  readonly sources: readonly Omit<StarterPack['sources'][number], 'subscriptionId'>[]
}

/** The starter packs, by file name. A file that is no list is logged and left out; no folder, no packs. */
export async function readPacks(from: string = folder): Promise<readonly Pack[]> {
  const names = await readdir(from).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files = names.filter((name) => name.endsWith('.opml')).sort()
  const packs = await Promise.all(files.slice(0, mostPacks).map((name) => readPack(path.join(from, name))))
  return packs.filter((pack) => pack !== null)
}

async function readPack(file: string): Promise<Pack | null> {
  const text = await readFile(file, 'utf8')
  const { outlines, refusal } = parseOpml(text)
  const name = path.basename(file, '.opml')
  if (refusal !== null || outlines.length === 0) {
    log.warn('starter-pack-unreadable', { name, reason: refusal?.reason ?? 'no feeds' })
    return null
  }
  const title = /<head>[^]*?<title>([^<]*)<\/title>/i.exec(text)?.[1]
  const sources = outlines.slice(0, mostSources).map(({ url, title: given, folder: topics }) => ({
    ...{ url, title: given ?? new URL(url).hostname, description: topics.join(' · ') },
  }))
  return { name, title: decodeEntities(title ?? name), sources }
}
