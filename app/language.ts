import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { findSubscriber } from '#lib/auth/require-subscriber.ts'
import type { Area, Key, Words } from '#lib/words/areas.ts'
import {
  defaultLanguage,
  languageCookie,
  negotiateLanguage,
  parseLanguage,
  type Language,
} from '#lib/words/languages.ts'
import { wordsOf } from '#lib/words/server-words.ts'

/** Who looks at the page; null for nobody. Asked once per page, however many of its parts want to know. */
export const currentSubscriber = cache(async () => findSubscriber(await headers()))

/** The language of the page: the subscriber's setting, else the cookie's, else what the browser accepts, else English. */
export const pageLanguage = cache(async (): Promise<Language> => {
  const chosen = (await currentSubscriber())?.language ?? null
  if (chosen !== null) return chosen
  const cookie = parseLanguage((await cookies()).get(languageCookie)?.value)
  return cookie ?? negotiateLanguage((await headers()).get('accept-language')) ?? defaultLanguage
})

/** The words of an area for what the server draws. */
export async function words<A extends Area>(area: A): Promise<Words<A>> {
  return wordsOf(await pageLanguage(), area)
}

/** `export const generateMetadata = titled('settings', 'title')`: the title of a page. */
export function titled<A extends Area>(area: A, key: Key<A>) {
  return async () => ({ title: (await words(area))(key) })
}
