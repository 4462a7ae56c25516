import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { messageFiles } from '#lib/words/message-files.ts'
import { screenTexts } from '#lib/words/screen-texts.ts'

const screens = screenTexts()
const keysOf = (screen: string) => (screens.get(screen) ?? []).map(({ area, key }) => `${area}.${key}`)

function print(...args: readonly string[]): string {
  return execFileSync(process.execPath, ['lib/words/words-command.ts', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

it('are those of each page of the app that says something', () => {
  const pages = globSync('app/**/page.tsx').length
  const addresses = [...screens.keys()].filter((screen) => screen.startsWith('/'))
  // Two pages only lead on to others.
  expect(addresses.length).toBeGreaterThanOrEqual(pages - 2)
  expect(addresses).toContain('/')
  expect(addresses).toContain('/sources/[id]')
})

it('hold what a screen and the parts that it loads later can say, and nothing of other screens', () => {
  expect(keysOf('/sign-in')).toEqual(expect.arrayContaining(['accounts.signInIntro', 'accounts.wrongPair']))
  expect(keysOf('/sign-in').filter((key) => key.startsWith('admin.'))).toEqual([])
  expect(keysOf('/discover')).toContain('discover.previewFailed')
  expect(keysOf('frame')).toEqual(expect.arrayContaining(['shell.signOut', 'palette.nothing']))
  expect(keysOf('/settings/account')).not.toContain('shell.signOut')
  expect(keysOf('frame/admin')).toContain('admin.warnQueueLate')
})

it('leave out no text but the words that are only typed', () => {
  const printed = new Set([...screens.keys()].flatMap(keysOf))
  const all = Object.entries(messageFiles.en).flatMap(([area, messages]) =>
    Object.keys(messages).map((key) => `${area}.${key}`),
  )
  expect(all.filter((key) => !printed.has(key) && !key.endsWith('FoundBy'))).toEqual([])
  expect(keysOf('mail')).toContain('mail.resetAsked')
})

it('are printed by a command, one screen or all, in a language', () => {
  const german = print('--language=de', '/sign-in')
  expect(german).toMatch(/^\n# \/sign-in\n\n/)
  expect(german).toContain('\nSchön, dass du wieder da bist.\n')
  expect(german.match(/^# /gm)).toHaveLength(1)
  expect(print().match(/^# /gm)).toHaveLength(screens.size)
  expect(() => print('/nowhere')).toThrow()
})
