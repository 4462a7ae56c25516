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
    id: `${href} ${name}`,
    href,
    group,
    icon: null,
    run: () => undefined,
    name: words[name],
    also: also === null ? '' : words[also],
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

type Part = { readonly href: string; readonly area: Area; readonly key: string }
type Area = 'settings' | 'text' | 'reading' | 'integrations' | 'outputs' | 'alerts' | 'rules' | 'admin'

/** The groups and rows of a page with their anchors and words, as its source names them: `id="theme" label={t('theme')}`. */
function partsOf(href: string, file: string, area: Area): Part[] {
  const source = readFileSync(file, 'utf8')
  const areas: Readonly<Record<string, Area>> = Object.fromEntries(
    (['text', 'reading', 'integrations', 'outputs'] as const).map((each) => [each, each]),
  )
  return [
    ...source.matchAll(/<Setting(?:Group|Row)\s+id="([a-z-]+)"\s+(?:title|label)=\{(\w+)\('(\w+)'\)/g),
  ].map(([, id = '', translate = '', key = '']) => ({
    href: `${href}#${id}`,
    area: areas[translate] ?? area,
    key,
  }))
}

const parts = [
  ...partsOf('/settings/general', 'components/settings/general-settings.tsx', 'settings'),
  ...['reading', 'connections', 'account', 'advanced'].flatMap((group) =>
    partsOf(`/settings/${group}`, `app/(framed)/settings/${group}/page.tsx`, 'settings'),
  ),
  ...partsOf('/settings/notifications', 'app/(framed)/settings/notifications/page.tsx', 'settings'),
  ...partsOf('/settings/notifications', 'components/alerts/alert-set-up.tsx', 'alerts'),
  ...partsOf('/settings/automation', 'app/(framed)/settings/automation/page.tsx', 'rules'),
  ...partsOf('/admin/people', 'components/admin/people/people-screen.tsx', 'admin'),
  ...partsOf('/admin/budget', 'components/admin/server/budget-screen.tsx', 'admin'),
]

test.each(languages)('in %s each part of the settings is found by its words, and led to', (language) => {
  expect(parts.length).toBeGreaterThan(30)
  const missing = parts.filter(({ href, area, key }) => {
    const words = (messageFiles[language][area] as Readonly<Record<string, string>>)[key] ?? ''
    return !found(words, language).includes(href)
  })
  expect(missing).toEqual([])
})

test('each part that the palette leads to is on its page', () => {
  const linked = palettePages.map(({ href }) => href).filter((href) => href.includes('#'))
  const known = [...parts.map(({ href }) => href), '/settings/automation#read-after']
  expect(linked.filter((href) => !known.includes(href))).toEqual([])
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
  ['rules', '/settings/automation#rules'],
  ['alert', '/alerts'],
  ['import', '/sources/import'],
  ['opml', '/sources/import'],
  ['export', '/settings/account#data'],
  ['backup', '/settings/account#data'],
  ['digest', '/settings/notifications#digests'],
  ['newsletter', '/settings/notifications#digests'],
  ['hosts', '/admin/hosts'],
  ['password', '/settings/account#password'],
  ['2fa', '/settings/account#second-step'],
  ['language', '/settings/general#language'],
  ['dark mode', '/settings/general#theme'],
  ['mute', '/settings/automation#rules'],
  ['lab', '/admin/lab'],
  ['invitations', '/admin/people#invitations'],
  ['shortcuts', '/settings/advanced#keys'],
  ['font', '/settings/reading#look'],
  ['readwise', '/settings/connections#services'],
  ['fever', '/settings/connections#reader-apps'],
  ['token', '/settings/connections#app-passwords'],
] as const)('“%s” leads to %s, in every language', (typed, href) => {
  for (const language of languages) expect(found(typed, language), language).toContain(href)
})

test.each([
  ['de', 'dunkelmodus', '/settings/general#theme'],
  ['de', 'stumm', '/settings/automation#rules'],
  ['fr', 'mode sombre', '/settings/general#theme'],
  ['es', 'silenciar', '/settings/automation#rules'],
  ['pt', 'senha', '/settings/account#password'],
  ['ja', 'ダークモード', '/settings/general#theme'],
] as const)('in %s “%s” leads to %s', (language, typed, href) => {
  expect(found(typed, language)).toContain(href)
})

test('what is called so stands before what is only meant by it', () => {
  expect(found('language')[0]).toBe('/settings/general#language')
  expect(found('export')[0]).toBe('/settings/account#data')
  expect(found('pass')[0]).toBe('/settings/account#password')
})
