import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Area } from '#lib/words/areas.ts'
import { languages } from '#lib/words/languages.ts'
import { messageFiles, paletteMessages } from '#lib/words/message-files.ts'
import { compiledMessages } from '#lib/words/server-words.ts'
import { readMessage } from '#lint/read-message.ts'

const areas = Object.keys(messageFiles.en) as Area[]

describe.each(languages)('the messages in %s', (language) => {
  it('are all read', () => {
    const files = readdirSync(`lib/words/${language}`).filter((file) => file.endsWith('.json'))
    expect(files.map((file) => file.replace(/\.json$/, '')).toSorted()).toEqual(areas.toSorted())
  })

  it.each(areas)('are complete in %s: the keys of English, none empty', (area) => {
    const messages: Readonly<Record<string, string>> = messageFiles[language][area]
    expect(Object.keys(messages).toSorted()).toEqual(Object.keys(messageFiles.en[area]).toSorted())
    expect(Object.entries(messages).filter(([, message]) => message.trim() === '')).toEqual([])
  })

  it('name the places that the palette finds as their screens do', () => {
    const messages = paletteMessages(language)
    expect(messages['settings.theme']).toBe(messageFiles[language].settings.theme)
    expect(messages['settings.themeFoundBy']).toBe(messageFiles[language].settings.themeFoundBy)
    expect(Object.entries(messages).filter(([, message]) => !message)).toEqual([])
  })

  it.each(areas)('compile in %s', (area) => {
    const compiled = compiledMessages(language, area)
    // Only what is plain can be sent to the browser (React): no object without a prototype.
    expect(compiled).toStrictEqual(JSON.parse(JSON.stringify(compiled)))
  })

  it.each(areas)('take the same arguments as English in %s, with the plurals of the language', (area) => {
    const english: Readonly<Record<string, string>> = messageFiles.en[area]
    for (const [key, message] of Object.entries<string>(messageFiles[language][area])) {
      const { args, faults } = readMessage(message, language)
      expect({ key, args, faults }).toEqual({
        key,
        args: readMessage(english[key] ?? '', 'en').args,
        faults: [],
      })
    }
  })
})

it('tells a wrong plural and a lost argument', () => {
  expect(readMessage('{n, plural, other {#}}', 'de').faults).toHaveLength(1)
  expect(readMessage('{n, plural, one {#} other {# <b>{x}</b>}}', 'de').args).toEqual([
    'b: tag',
    'n: plural',
    'x: argument',
  ])
  expect(() => readMessage('{n, plural, one {#}', 'de')).toThrow('MISSING_OTHER_CLAUSE')
})
