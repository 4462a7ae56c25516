import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { palettePages } from '#components/palette/palette-pages.ts'
import { languages } from '#lib/words/languages.ts'
import { foundInPalette } from '#tests/support/components/found-in-palette.ts'

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
  expect(new Set(palettePages.map(({ href }) => href)).size).toBe(palettePages.length)
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
  for (const language of languages) expect(foundInPalette(typed, language), language).toContain(href)
})

test.each([
  ['de', 'dunkelmodus', '/settings/general#theme'],
  ['de', 'stumm', '/settings/automation#rules'],
  ['fr', 'mode sombre', '/settings/general#theme'],
  ['es', 'silenciar', '/settings/automation#rules'],
  ['pt', 'senha', '/settings/account#password'],
  ['ja', 'ダークモード', '/settings/general#theme'],
] as const)('in %s “%s” leads to %s', (language, typed, href) => {
  expect(foundInPalette(typed, language)).toContain(href)
})

test.each(['Density', 'spacing', 'compact'])('“%s” leads to a row that is only declared', (typed) => {
  expect(foundInPalette(typed)).toContain('/settings/general#density')
})

test('what is called so stands before what is only meant by it', () => {
  expect(foundInPalette('language')[0]).toBe('/settings/general#language')
  expect(foundInPalette('export')[0]).toBe('/settings/account#data')
  expect(foundInPalette('pass')[0]).toBe('/settings/account#password')
})
