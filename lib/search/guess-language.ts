import type { Word } from './words.ts'

/** Frequent small words, folded, that say which language a text is in. */
const smallWords: Readonly<Record<string, string>> = {
  en: 'the of and to is that for with was are this have from it by as not be at which',
  de: 'der die und das ist nicht mit von auf fur ein eine dem den auch sich als wird nach bei',
  fr: 'le les des est une dans pour que qui sur par avec plus pas ce sont du au cette aux',
  es: 'el los las que una para con por se del es lo como mas su al fue sus pero esta',
  it: 'il che di per una con del non sono della gli nel piu le dei alla anche ha dal questo',
  nl: 'de het een van en dat met voor niet zijn op te aan er ook bij als naar maar deze',
  pt: 'o os uma que nao para com por se do da em no na mais dos das ao foi como',
}
const languages = Object.keys(smallWords)
const languagesOf = new Map<string, string[]>()
for (const [language, words] of Object.entries(smallWords)) {
  for (const word of words.split(' ')) languagesOf.set(word, [...(languagesOf.get(word) ?? []), language])
}

/** As many words are looked at, and so many small ones of a language must be among them. */
const lookedAt = 200
const leastFound = 3
/** A text that claims another language must speak for its own twice as clearly. */
const overClaim = 2

/**
 * The language (ISO 639-1) whose stems a text is searched by: what it claims, unless its small words clearly speak for
 * another one: many sites name the language of their software. Null where neither says anything.
 */
export function guessLanguage(words: readonly Word[], claimed: string | null): string | null {
  const found = new Map<string, number>()
  for (const { text } of words.slice(0, lookedAt)) {
    for (const language of languagesOf.get(text) ?? []) found.set(language, (found.get(language) ?? 0) + 1)
  }
  const claim = claimed?.toLowerCase().match(/^[a-z]{2,3}\b/)?.[0] ?? null
  const best = languages.reduce((a, b) => ((found.get(b) ?? 0) > (found.get(a) ?? 0) ? b : a))
  const count = found.get(best) ?? 0
  if (count < leastFound) return claim
  return claim === null || count > overClaim * (found.get(claim) ?? 0) ? best : claim
}
