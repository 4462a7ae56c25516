import { isValidElement, type ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { languageOfRequest, negotiateLanguage, signUpLanguage } from '#lib/words/languages.ts'
import { messageFiles } from '#lib/words/message-files.ts'
import { translator } from '#lib/words/translate.ts'
import { wordsOf } from '#lib/words/server-words.ts'

describe('the language of a request', () => {
  it.each([
    ['de', 'de'],
    ['de-AT,en;q=0.8', 'de'],
    ['sv, en;q=0.5, de;q=0.7', 'de'],
    ['pt-BR,pt;q=0.9', 'pt'],
    ['ja-JP, en;q=0.5', 'ja'],
    ['en;q=0.9, de;q=0.9', 'en'],
    ['de;q=0, en;q=0.1', 'en'],
    ['*', 'en'],
    ['sv', null],
    ['', null],
    [';;;,q=,de;q=x', null],
    [null, null],
  ])('is, by Accept-Language %s, %s', (header, language) => {
    expect(negotiateLanguage(header)).toBe(language)
  })

  it('is the cookie’s before the header’s, and English without a wish', () => {
    const of = (headers: Record<string, string>) => languageOfRequest(new Headers(headers))
    expect(of({ cookie: 'theme=dark; language=de', 'accept-language': 'en' })).toBe('de')
    expect(of({ cookie: 'xlanguage=de' })).toBe('en')
    expect(of({ cookie: 'language=xx', 'accept-language': 'de' })).toBe('de')
    expect(of({})).toBe('en')
  })
})

describe('the language of a new account', () => {
  it.each([
    [{ 'accept-language': 'fr-FR, en;q=0.5' }, 'fr'],
    [{ 'accept-language': 'fr-FR', cookie: 'language=en' }, 'en'],
    [{ 'accept-language': 'en-GB, fr;q=0.5' }, 'en'],
    [{ 'accept-language': '*' }, null],
    [{}, null],
  ])('is, by %j, %s', (headers, language) => {
    expect(signUpLanguage(new Headers(headers))).toBe(language)
  })
})

describe('messages', () => {
  it('choose the plural of the language', () => {
    const german = wordsOf('de', 'reading')
    expect([0, 1, 1200].map((count) => german('newPostings', { count }).replaceAll('\u00a0', ' '))).toEqual([
      '0 neue Beiträge',
      '1 neuer Beitrag',
      '1.200 neue Beiträge',
    ])
  })

  it('take what is put in as text, never as a message', () => {
    expect(wordsOf('en', 'sources')('noMatch', { search: '{x} <link>' })).toBe(
      'No feed matches “{x} <link>”.',
    )
  })

  it('say how long a host wants peace, where that is known', () => {
    const said = (waitMs: string) => wordsOf('en', 'errors')('hostUnavailable', { host: 'a.example', waitMs })
    expect(said('unknown')).toBe('a.example is overloaded or being repaired.')
    expect(said('25 min')).toBe('a.example is overloaded or being repaired. Try again in 25 min.')
  })

  it('say of one and of several things what became of them, without a verb that bends', () => {
    for (const key of ['isHeard', 'isApart', 'isInAll', 'movedOut'] as const) {
      const [one, several] = ['Zeitung', '2 Quellen'].map((name) =>
        wordsOf('de', 'organising')(key, { name }),
      )
      expect(several?.replace('2 Quellen', 'Zeitung')).toBe(one)
      expect(one).toMatch(/^Zeitung: (nicht mehr|wieder|in keinem) /)
    }
    expect(wordsOf('en', 'organising')('movedOut', { name: '2 sources' })).not.toMatch(/ is | are /)
  })

  it('have one German word for stars and one for subscriptions, and no comma before “bis”', () => {
    const german = Object.values(messageFiles.de).flatMap((area) => Object.values(area))
    expect(german.filter((message) => /\bAbos?\b|, bis \{until\}/.test(message))).toEqual([])
    const marked = german.filter((message) => /Markier(t|en|ung)\b|markiert/.test(message))
    expect(marked.filter((message) => !/gelesen|ohne Stern/i.test(message))).toEqual([])
  })

  it('have one German word for polls, one for a share that is fair, and say du', () => {
    const german = Object.values(messageFiles.de).flatMap((area) => Object.values(area))
    // That of an address is another.
    expect(german.filter((message) => /Abfragen|Abfrage (?!oder Anker)/.test(message))).toEqual([])
    expect(german.filter((message) => /[Ff]airer Anteil/.test(message))).toEqual([])
    expect(german.filter((message) => /(^|[.:!,] |oder |und )\p{L}+en Sie\b/u.test(message))).toEqual([])
    expect(wordsOf('de', 'admin')('byHost')).toBe('nach Host')
  })

  it('put no German preposition with the dative before a duration, which says “2 Tage”', () => {
    const german = Object.values(messageFiles.de).flatMap((area) => Object.values(area))
    const duration = /\b(binnen|seit|vor|mit|von) \{(duration|median|p90|half|ninety|mean|promised)\}/
    expect(german.filter((message) => duration.test(message))).toEqual([])
  })

  it('hold elements where tags stand', () => {
    const node = wordsOf('de', 'sources').rich('youSubscribe', { link: (words: ReactNode) => words })
    expect(isValidElement(node)).toBe(true)
  })

  it('show the key of a message that is not there', () => {
    expect(translator('en', {})('missing')).toBe('missing')
  })
})
