import type { MetadataRoute } from 'next'
import { directions } from '#lib/words/languages.ts'
import { wordsOf } from '#lib/words/server-words.ts'
import { pageLanguage } from './language.ts'

/** In the language of the browser that asks. */
export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const language = await pageLanguage()
  return {
    name: 'Skylark',
    short_name: 'Skylark',
    description: wordsOf(language, 'common')('description'),
    lang: language,
    dir: directions[language],
    start_url: '/',
    display: 'standalone',
    background_color: '#f5f8f9',
    theme_color: '#f5f8f9',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}
