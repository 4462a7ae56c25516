import { expect, it } from 'vitest'
import { languages, type Language } from '#lib/words/languages.ts'
import { messageFiles } from '#lib/words/message-files.ts'
import { spokenForms } from '#lib/words/spoken-forms.ts'
import { readMessage } from '#lint/read-message.ts'

/** Words that are the same after 1 as after any other number. Japanese words all are. */
const unbending: Readonly<Record<Exclude<Language, 'ja'>, string>> = {
  en: 'a added already an and due for found later of or per refused to with within without',
  de: 'abgelehnt am bis der ein für gefunden hinzugefügt in innerhalb je jetzt Mal mit neu oder ohne schon später und von',
  es: 'a al con de del después o por sin y',
  fr: 'à au avec de des et fois ou par plus pour sans sur',
  pt: 'a com de depois dos e ou por sem',
}
const units = 's ms min h kB MB ko Mo px'

/** Numbers that are never 1, and those whose word goes by another number. */
const neverOne: Readonly<Record<string, string>> = {
  'accounts.passwordGood length': 'ten or more',
  'accounts.passwordNeeds least': 'ten',
  'accounts.passwordRule least': 'ten',
  'accounts.passwordTooFew least': 'ten',
  'admin.priceFewer count': '10,000',
  'admin.priceMore count': '1,000 or 10,000',
  'discover.newReaders count': 'three or more',
  'discover.packFailed count': 'two or more: where one failed, its count is not said',
  'discover.readers count': 'three or more',
  'errors.alertChannelsFull most': 'twenty',
  'errors.importTooMany count': '100,000',
  'errors.manyNewFeeds most': '1,000 or more',
  'errors.opmlTooMany count': '100,000',
  'errors.textLeast least': 'two or more: where it is one, the error is textEmpty',
  'errors.textMost most': 'forty or more',
  'errors.tokensFull most': '500',
  'lab.drawn all': 'more than are drawn',
  'lab.drawn count': 'as many as are drawn at most',
  'search.foundAtLeast count': 'a page of articles',
  'sources.firstSources count': 'more than a page of feeds',
  'sources.firstSources shown': 'a page of feeds',
  'sources.heldBack most': '2,000',
  'sources.hintHeeded all': 'three or more',
  'sources.hoursLede count': 'eight or more',
  'sources.hoursName count': 'eight or more',
  'sources.lastFew count': 'six',
  'sources.readers count': 'three or more',
  'sources.sickSentence all': 'the verb goes by {count}',
}

/**
 * Numbers of a message before a word that bends, as "1 checks" has one, each with that word. A number that also has a plural is taken
 * to stand inside it.
 */
function bareNumbers(
  message: string,
  language: Language,
): { readonly name: string; readonly word: string }[] {
  if (language === 'ja') return []
  const stays = new Set(`${unbending[language]} ${units}`.split(' '))
  const { args } = readMessage(message, language)
  return spokenForms(message)
    .flatMap((form) => Array.from(form.matchAll(/‹(\w+)›[ \u00a0\u202f]+(\p{L}+)/gu)))
    .map(([, name = '', word = '']) => ({ name, word }))
    .filter(({ name }) => args.includes(`${name}: number`) && !args.includes(`${name}: plural`))
    .filter(({ word }) => !stays.has(word))
}

it('have a plural wherever a number that may be 1 stands before a word that bends', () => {
  const found = languages.flatMap((language) =>
    Object.entries(messageFiles[language]).flatMap(([area, messages]) =>
      Object.entries<string>(messages).flatMap(([key, message]) =>
        bareNumbers(message, language).map(({ name }) => `${area}.${key} ${name}`),
      ),
    ),
  )
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(neverOne).toSorted())
})

it('are seen to lack one', () => {
  const checks = { name: 'polls', word: 'checks' }
  expect(bareNumbers('<b>{polls, number}</b> checks in {count, number}\u00a0h', 'en')).toEqual([checks])
  expect(bareNumbers('{polls, plural, one {# check} other {# checks}} of {all, number}', 'en')).toEqual([])
  expect(bareNumbers('{given} checks, {done, number} of {all, number}', 'en')).toEqual([])
})
