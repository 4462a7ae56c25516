import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { IconsShown } from '#components/ui/icons-shown.ts'
import { SourceAvatar } from '#components/ui/source-avatar.tsx'
import { WordsProvider } from '#lib/words/use-words.tsx'

function drawn(isShown: boolean): string {
  const avatar = createElement(SourceAvatar, { title: 'Gazette', iconUrl: '/icon.png' })
  const children = createElement(IconsShown, { value: isShown }, avatar)
  return renderToString(createElement(WordsProvider, { language: 'en', messages: {}, children }))
}

it('who wants no pictures gets the first letter in place of an icon', () => {
  expect(drawn(true)).toContain('src="/icon.png"')
  expect(drawn(false)).not.toContain('<img')
  expect(drawn(false)).toContain('>G<')
})
