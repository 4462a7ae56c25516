/** The languages that the product speaks; each has a folder of message files. */
export const languages = ['en', 'de', 'fr', 'es', 'pt', 'ja'] as const

export type Language = (typeof languages)[number]

/** The name of a language in itself. A beta has not been read by enough people who speak it. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français (bêta)',
  es: 'Español (beta)',
  pt: 'Português (beta)',
  ja: '日本語（ベータ版）',
}

/** The tag by which Intl writes dates and numbers. */
export const localeTags: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  de: 'de-DE',
  fr: 'fr-FR',
  es: 'es-ES',
  pt: 'pt-BR',
  ja: 'ja-JP',
}

/** The direction in which a language is written. */
export const directions: Readonly<Record<Language, 'ltr' | 'rtl'>> = {
  en: 'ltr',
  de: 'ltr',
  fr: 'ltr',
  es: 'ltr',
  pt: 'ltr',
  ja: 'ltr',
}

/** Before sign-in, and for answers of the API in a browser: the chosen language. */
export const languageCookie = 'language'

/** Nobody's wish is unknown: without one it is English. */
export const defaultLanguage: Language = 'en'

/** A language by its name; null when it is none of ours. */
export function parseLanguage(text: string | null | undefined): Language | null {
  return languages.find((language) => language === text) ?? null
}

/**
 * The language of ours that an Accept-Language header likes best, null when it likes none (RFC 9110, 12.5.4). "de-AT" is
 * German; q=0 forbids. O(n) in the header, of which the first 1,000 characters count.
 */
export function negotiateLanguage(acceptLanguage: string | null): Language | null {
  const wishes = (acceptLanguage ?? '')
    .slice(0, 1000)
    .split(',')
    .flatMap((wish) => {
      const [range = '', ...parameters] = wish.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((each) => each.startsWith('q='))?.slice(2)
      const language = range === '*' ? defaultLanguage : parseLanguage(range.split('-')[0])
      const quality = weight === undefined ? 1 : Number(weight)
      return language !== null && quality > 0 ? [{ language, quality }] : []
    })
  return wishes.toSorted((one, other) => other.quality - one.quality)[0]?.language ?? null
}

/** The language that was chosen in this browser; null: none was. */
function chosenLanguage(headers: Headers): Language | null {
  const cookie = new RegExp(`(?:^|;\\s*)${languageCookie}=([a-z]+)`).exec(headers.get('cookie') ?? '')?.[1]
  return parseLanguage(cookie)
}

/** The language that a new account keeps: its cookie's, else what the browser asks for; null: it asks for none, as programs do (`*`). */
export function signUpLanguage(headers: Headers): Language | null {
  const asked = headers.get('accept-language')
  return chosenLanguage(headers) ?? negotiateLanguage(asked === '*' ? null : asked)
}

/** The language of a request to the API: its cookie's, else what it accepts, else English. */
export function languageOfRequest(headers: Headers): Language {
  return chosenLanguage(headers) ?? negotiateLanguage(headers.get('accept-language')) ?? defaultLanguage
}
