import { parseArgs } from 'node:util'
import { languages, parseLanguage } from './languages.ts'
import { messageFiles } from './message-files.ts'
import { screenTexts } from './screen-texts.ts'
import { spokenForms } from './spoken-forms.ts'

/**
 * `npm run --silent words [-- --language=de] [SCREEN…]`: prints the texts of each screen as people see them, for reading aloud. A screen
 * is named by its address, such as /settings/account. Without a language it prints English.
 */
function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { language: { type: 'string', default: 'en' } },
  })
  const language = parseLanguage(values.language)
  if (language === null)
    throw new Error(`--language is one of ${languages.join(', ')}, not ${values.language}`)
  const screens = screenTexts()
  const unknown = positionals.filter((screen) => !screens.has(screen))
  if (unknown.length > 0)
    throw new Error(`no screen ${unknown.join(', ')}; there are ${[...screens.keys()].join(', ')}`)
  for (const [screen, texts] of screens) {
    if (positionals.length > 0 && !positionals.includes(screen)) continue
    console.log(`\n# ${screen}\n`)
    const spoken = texts.flatMap(({ area, key }) => {
      const messages: Readonly<Record<string, string>> = messageFiles[language][area]
      return spokenForms(messages[key] ?? '')
    })
    for (const text of new Set(spoken)) console.log(text)
  }
}

main()
