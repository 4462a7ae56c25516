import '#app/globals.css'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Providers } from '#components/shell/providers.tsx'
import { showToast } from '#components/ui/open/toast.tsx'
import type { Area } from '#lib/words/areas.ts'
import type { Language } from '#lib/words/languages.ts'
import { messageFiles } from '#lib/words/message-files.ts'
import { compiledMessages } from '#lib/words/server-words.ts'
import { WordsProvider } from '#lib/words/use-words.tsx'

let root: Root | null = null
let noise: string[] = []
/** Told where a row that has just been measured makes another change its size: the browser tells of that one in the next frame (CSSWG, Resize Observer, 3.4.6). */
const lateSizes = 'ResizeObserver loop completed with undelivered notifications'
const ownConsole = { error: console.error, warn: console.warn }

/** Before each test: a wide window, and a console that is listened to. */
export async function beginDrawing(): Promise<void> {
  await page.viewport(1440, 900)
  noise = []
  for (const name of ['error', 'warn'] as const)
    console[name] = (...words: unknown[]) => {
      const said = words.map(String).join(' ')
      if (!said.includes(lateSizes)) noise.push(said)
      ownConsole[name](...words)
    }
}

/** Nothing is left for the next test, and nothing was written to the console, as no page of ours may. */
export function endDrawing(): void {
  clear()
  vi.unstubAllGlobals()
  delete document.documentElement.dataset['theme']
  localStorage.clear()
  sessionStorage.clear()
  Object.assign(console, ownConsole)
  expect(noise, 'written to the console').toEqual([])
}

function clear(): void {
  root?.unmount()
  root = null
  document.body.replaceChildren()
}

type DrawOptions = {
  /** The address of the window: path and query. */
  readonly address?: string
  readonly language?: Language
}

/**
 * Draws components of ours in the body, with all that every page has around it, as app/layout.tsx does. What stood there
 * before goes with all that it knew, as by a reload.
 */
export function draw(drawn: ReactNode, { address = '/', language = 'en' }: DrawOptions = {}): void {
  clear()
  window.history.replaceState(null, '', address)
  showToast('')() // none is left of the test before
  document.documentElement.lang = language
  document.title = 'Skylark'
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  root.render(
    <WordsProvider language={language} messages={messagesOf(language)}>
      <Providers theme="system" direction="ltr" nowMs={Date.now()} clock={null} timeZone="UTC">
        {drawn}
      </Providers>
    </WordsProvider>,
  )
}

function messagesOf(language: Language) {
  const areas = Object.keys(messageFiles[language]) as Area[]
  return Object.fromEntries(areas.map((area) => [area, compiledMessages(language, area)]))
}
