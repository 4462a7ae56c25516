import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { matchCommands, type Command } from '#components/palette/commands.ts'
import { palettePages } from '#components/palette/palette-pages.ts'
import { languages, type Language } from '#lib/words/languages.ts'
import { messageFiles } from '#lib/words/message-files.ts'

function commandsIn(language: Language): (Command & { readonly href: string })[] {
  const words = messageFiles[language].palette
  return palettePages.map(({ href, name, also, group }) => ({
    ...{ id: `${href} ${name}`, href, group, icon: null, run: () => undefined },
    ...{ name: words[name], also: also === null ? '' : words[also] },
  }))
}

/** The addresses that a text leads to, the best first. */
function found(typed: string, language: Language = 'en'): string[] {
  const commands = commandsIn(language)
  const hrefs = new Map(commands.map(({ id, href }) => [id, href]))
  return matchCommands(commands, typed, []).map(({ id }) => hrefs.get(id) ?? '')
}

/** Pages that nobody goes to by a command: without an account, of one source, or an address that leads elsewhere. */
const passedOver = [
  '/confirm-email',
  '/end-digest',
  '/first-run',
  '/forgot-password',
  '/reset-password',
  '/sign-in',
  '/sign-up',
  '/about/crawler',
  '/sources/[id]',
  '/fresh',
]

test('each page of the application is in the palette, and each address of the palette is a page', () => {
  const pages = readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'page.tsx')
    .map((file) => `/${path.dirname(file)}`.replace(/\/\([a-z]+\)/g, '').replace(/^\/?\.?$/, '/') || '/')
  const known = new Set(palettePages.map(({ href }) => href.replace(/[?#].*$/, '')))
  expect(pages.filter((page) => !known.has(page) && !passedOver.includes(page))).toEqual([])
  expect([...known].filter((page) => !pages.includes(page))).toEqual([])
})

/** The messages of the headings and rows of a page, as its source names them: `t('account')`, `text('images')`. */
function headingsOf(file: string, areas: Readonly<Record<string, 'settings' | 'text' | 'reading'>>) {
  const source = readFileSync(file, 'utf8')
  return [...source.matchAll(/<Setting(?:Group id="([a-z-]+)" title|Row label)=\{(\w+)\('(\w+)'\)/g)].map(
    ([, id, translate = '', key = '']) => ({ id, area: areas[translate] ?? 'settings', key }),
  )
}

test.each(languages)('in %s each heading and row of the settings is found by its words', (language) => {
  const headings = headingsOf('app/settings/page.tsx', { t: 'settings', text: 'text', reading: 'reading' })
  expect(headings.length).toBeGreaterThan(30)
  const missing = headings.filter(({ area, key }) => {
    const words = (messageFiles[language][area] as Readonly<Record<string, string>>)[key] ?? ''
    // A row of the fresh list leads to that list, which has its own menu.
    return !found(words, language).some((href) => href.startsWith('/settings') || href === '/?fresh=1')
  })
  expect(missing).toEqual([])
  const ids = headings.flatMap(({ id }) => (id === undefined ? [] : [id]))
  const linked = palettePages.flatMap(({ href }) => /^\/settings#(.*)$/.exec(href)?.[1] ?? [])
  expect(linked.filter((id) => !ids.includes(id))).toEqual([])
})

test.each(languages)('in %s each of the admin’s pages is found by the words of its tab', (language) => {
  const tabs = [
    ...readFileSync('components/admin/server/admin-tabs.tsx', 'utf8').matchAll(
      /href: '([^']+)', name: '(\w+)'/g,
    ),
  ]
  expect(tabs.length).toBeGreaterThan(5)
  const admin = messageFiles[language].admin as Readonly<Record<string, string>>
  for (const [, href = '', key = ''] of tabs) expect(found(admin[key] ?? '', language), key).toContain(href)
})

test.each([
  ['fresh', '/?fresh=1'],
  ['rules', '/settings/rules'],
  ['alert', '/alerts'],
  ['import', '/sources/import'],
  ['opml', '/sources/import'],
  ['export', '/settings#data'],
  ['backup', '/settings#data'],
  ['digest', '/settings/digests'],
  ['newsletter', '/settings/digests'],
  ['hosts', '/admin/hosts'],
  ['password', '/settings#security'],
  ['2fa', '/settings#security'],
  ['language', '/settings#appearance'],
  ['dark mode', '/settings#appearance'],
  ['mute', '/settings/rules'],
  ['lab', '/admin/lab'],
  ['invitations', '/admin/settings'],
  ['shortcuts', '/settings#keys'],
  ['font', '/settings#reading'],
  ['readwise', '/settings/integrations'],
  ['fever', '/settings#reader-apps'],
  ['token', '/settings#app-passwords'],
] as const)('“%s” leads to %s, in every language', (typed, href) => {
  for (const language of languages) expect(found(typed, language), language).toContain(href)
})

test.each([
  ['de', 'dunkelmodus', '/settings#appearance'],
  ['de', 'stumm', '/settings/rules'],
  ['fr', 'mode sombre', '/settings#appearance'],
  ['es', 'silenciar', '/settings/rules'],
  ['pt', 'senha', '/settings#security'],
  ['ja', 'ダークモード', '/settings#appearance'],
] as const)('in %s “%s” leads to %s', (language, typed, href) => {
  expect(found(typed, language)[0]).toBe(href)
})

test('what is called so stands before what is only meant by it', () => {
  expect(found('language')[0]).toBe('/settings#appearance')
  expect(found('export')[0]).toBe('/settings#data')
  expect(found('pass')[0]).toBe('/settings#security')
})
