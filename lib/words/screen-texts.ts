import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Area } from './areas.ts'
import { messageFiles } from './message-files.ts'

/** A message by its area and key. */
type Text = { readonly area: Area; readonly key: string }

const root = path.resolve(import.meta.dirname, '../..')
/** What stands around most pages. Its texts are not printed with each of them. */
const frames = ['app/layout.tsx', 'lib/pages/signed-in-frame.tsx']
const screenFiles = 'app/**/{page,layout,error,not-found}.tsx'
/** What screens are made of. Files of other folders have no texts, or give them to many screens. */
const isPart = (file: string) => /^(app|components|lib\/(api\/accounts|pages|text))\//.test(file)

const importLine = /^(?:import|export) (?!type\b)[^';]*?from '([#.][^']+)'|\bimport\('([#.][^']+)'\)/gm
const areaName = /\b(?:useWords|words|wordsOf|titled|AreaWords|MessageKey)[(<][^)>']*'(\w+)'/g
const literal = /'([\w-]+)'/g

/**
 * The texts of each screen in the order of the code, by the screen's address: "frame" is what stands around most pages, "frame/admin"
 * what stands around those of the admin. Texts that no screen names, as those of mails and errors, follow by area. A text belongs to a
 * screen if a file that the page imports has its key in quotes and asks for its area.
 */
export function screenTexts(): ReadonlyMap<string, readonly Text[]> {
  const around = new Set(frames.flatMap((file) => [...filesFrom(file)]))
  const screens = globSync(screenFiles, { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .toSorted()
    .map((file) => ({
      name: screenName(file),
      files: [...filesFrom(file)].filter((each) => !around.has(each)),
    }))
  const found = [{ name: 'frame', files: [...around] }, ...screens].map(
    ({ name, files }) => [name, textsIn(files)] as const,
  )
  return new Map([
    ...found.filter(([, texts]) => texts.length > 0),
    ...textsWithout(found.flatMap(([, texts]) => texts)),
  ])
}

/** Areas with the texts that are not among these. */
function textsWithout(shown: readonly Text[]): (readonly [string, readonly Text[]])[] {
  const named = new Set(shown.map(({ area, key }) => `${area}.${key}`))
  return (Object.keys(messageFiles.en) as Area[])
    .map((area) => [area, textsOf(area).filter(({ key }) => !named.has(`${area}.${key}`))] as const)
    .filter(([, texts]) => texts.length > 0)
}

/** The words by which the palette finds a page are typed, and no screen shows them. */
function textsOf(area: Area): Text[] {
  return Object.keys(messageFiles.en[area])
    .filter((key) => !key.endsWith('FoundBy'))
    .map((key) => ({ area, key }))
}

/**
 * "/sources/[id]" for app/(framed)/sources/[id]/page.tsx, "frame/admin" for app/(framed)/admin/layout.tsx, "error" for app/error.tsx. Folders
 * in brackets are no part of an address. What stands around such a folder alone is named by it: "frame/(accounts)".
 */
function screenName(file: string): string {
  const { dir, name } = path.posix.parse(file.slice('app'.length))
  const address = dir.replaceAll(/\/\([^/]*\)/g, '')
  if (name === 'page') return address || '/'
  return (name === 'layout' ? 'frame' : name) + (dir === '/' ? '' : address || dir)
}

/** A file and all that it imports, directly or not, each before what it imports. */
function filesFrom(file: string, files = new Set<string>()): ReadonlySet<string> {
  if (files.has(file)) return files
  files.add(file)
  for (const [, named, loaded] of textOf(file).matchAll(importLine)) {
    const name = named ?? loaded ?? ''
    const imported = name.startsWith('#') ? name.slice(1) : path.posix.join(path.posix.dirname(file), name)
    if (isPart(imported)) filesFrom(imported, files)
  }
  return files
}

function textsIn(files: readonly string[]): Text[] {
  const texts = files.flatMap((file) => {
    const text = textOf(file)
    const areas = new Set([...text.matchAll(areaName)].map(([, area]) => area))
    const known = (Object.keys(messageFiles.en) as Area[]).filter((area) => areas.has(area)).flatMap(textsOf)
    return [...text.matchAll(literal)].flatMap(([, key]) => known.filter((each) => each.key === key))
  })
  return [...new Map(texts.map((each) => [`${each.area}.${each.key}`, each])).values()]
}

function textOf(file: string): string {
  const place = path.join(root, file)
  return existsSync(place) ? readFileSync(place, 'utf8') : ''
}
