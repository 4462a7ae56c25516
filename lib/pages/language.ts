import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { findReader, showsSession } from '#lib/auth/requests/require-subscriber.ts'
import { readEventPosition } from '#lib/store/events/missed-events.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import type { Area, MessageKey, AreaWords } from '#lib/words/areas.ts'
import {
  defaultLanguage,
  languageCookie,
  negotiateLanguage,
  parseLanguage,
  type Language,
} from '#lib/words/languages.ts'
import { wordsOf } from '#lib/words/server-words.ts'

/** The person who looks at the page; null for nobody. Asked once per page, however many of its parts want to know. */
export const currentSubscriber = cache(async () => {
  const sent = await headers()
  // Whatever the page shows of what was told is read after both. For strangers, whatever cookies they have, the database is asked nothing.
  const position = showsSession(sent).then((shows) => (shows ? pagePosition() : null))
  const [subscriber] = await Promise.all([findReader(sent), position])
  return subscriber
})

/** The place of the page among the server's events: the page shows everything that was told before. */
export const pagePosition = cache(async () => readEventPosition(serverDatabase()))

/** The language of the page: the subscriber's setting, else the cookie's, else what the browser accepts, else English. */
export const pageLanguage = cache(async (): Promise<Language> => {
  const chosen = (await currentSubscriber())?.language ?? null
  if (chosen !== null) return chosen
  const cookie = parseLanguage((await cookies()).get(languageCookie)?.value)
  return cookie ?? negotiateLanguage((await headers()).get('accept-language')) ?? defaultLanguage
})

/** The words of an area for what the server draws. */
export async function words<A extends Area>(area: A): Promise<AreaWords<A>> {
  return wordsOf(await pageLanguage(), area)
}

/** `export const generateMetadata = titled('settings', 'title')`: the title of a page. */
export function titled<A extends Area>(area: A, key: MessageKey<A>) {
  return async () => ({ title: (await words(area))(key) })
}
