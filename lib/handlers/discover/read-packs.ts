import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { StarterPack } from '#lib/api/sources/discover.ts'
import { parseOpml } from '#lib/documents/moving/parse-opml.ts'
import { decodeEntities } from '#lib/documents/html/xml-entities.ts'
import { log } from '#lib/runtime/log.ts'
import type { Language } from '#lib/words/languages.ts'

/** The folder where the admin puts lists in and takes them out; both web server and build run in the project's folder. */
const folder = path.join(process.cwd(), 'public/starter-packs')
const mostPacks = 50
const mostSources = 100

type Pack = Omit<StarterPack, 'sources'> & {
  readonly sources: readonly Omit<StarterPack['sources'][number], 'subscriptionId'>[]
}

/**
 * The starter packs, by file name. Each is called by its title in the language (xml:lang), or else by the one without. A
 * file that is no list is logged and left out; no folder, no packs.
 */
export async function readPacks(language: Language): Promise<readonly Pack[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files = names.filter((name) => name.endsWith('.opml')).sort()
  const read = files.slice(0, mostPacks).map((name) => readPack(path.join(folder, name), language))
  const packs = await Promise.all(read)
  return packs.filter((pack) => pack !== null)
}

async function readPack(file: string, language: Language): Promise<Pack | null> {
  const text = await readFile(file, 'utf8')
  const { outlines, refusal } = parseOpml(text)
  const name = path.basename(file, '.opml')
  if (refusal !== null || outlines.length === 0) {
    log.warn('starter-pack-unreadable', { name, reason: refusal?.reason ?? 'no feeds' })
    return null
  }
  const sources = outlines.slice(0, mostSources).map(({ url, title: given, folder: topics }) => ({
    url,
    title: given ?? new URL(url).hostname,
    description: topics.join(' · '),
  }))
  return { name, title: decodeEntities(titleOf(text, language) ?? name), sources }
}

/** Of the titles in the head the one in a language, else the one without. */
function titleOf(opml: string, language: Language): string | undefined {
  const [head = ''] = opml.split(/<\/head>/i, 1)
  const titles = [...head.matchAll(/<title(?:\s+xml:lang="([^"]*)")?\s*>([^<]*)<\/title>/gi)]
  const inLanguage = titles.find(([, tag]) => tag?.split('-')[0]?.toLowerCase() === language)
  return (inLanguage ?? titles.find(([, tag]) => tag === undefined))?.[2]
}
