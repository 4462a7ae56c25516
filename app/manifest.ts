import type { MetadataRoute } from 'next'
import { directions } from '#lib/words/languages.ts'
import { wordsOf } from '#lib/words/server-words.ts'
import { pageLanguage } from '#lib/pages/language.ts'

/** In the language of the browser that asks. */
export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const language = await pageLanguage()
  const shell = wordsOf(language, 'shell')
  return {
    name: 'Skylark',
    short_name: 'Skylark',
    description: wordsOf(language, 'common')('description'),
    lang: language,
    dir: directions[language],
    id: '/',
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
    shortcuts: [
      { name: shell('allPostings'), url: '/' },
      { name: shell('starred'), url: '/?starred=1' },
      { name: shell('subscribe'), url: '/subscribe' },
      { name: wordsOf(language, 'sources')('savePage'), url: '/save' },
    ],
    share_target: {
      action: '/subscribe',
      method: 'GET',
      params: { title: 'title', text: 'text', url: 'url' },
    },
    protocol_handlers: [{ protocol: 'web+feed', url: '/subscribe?url=%s' }],
    file_handlers: [{ action: '/sources/import', accept: { 'text/x-opml': ['.opml'] } }],
  }
}
