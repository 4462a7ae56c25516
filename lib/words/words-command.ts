import { parseArgs } from 'node:util'
import { languages, parseLanguage } from './languages.ts'
import { messageFiles } from './message-files.ts'
import { spokenForms } from './spoken-forms.ts'

/**
 * `npm run --silent words [-- --language=de] [AREA…]`: prints the texts of each area of the screens as people see them, for reading
 * aloud. Without a language it prints English.
 */
function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { language: { type: 'string', default: 'en' } },
  })
  const language = parseLanguage(values.language)
  if (language === null)
    throw new Error(`--language is one of ${languages.join(', ')}, not ${values.language}`)
  const known = Object.keys(messageFiles[language])
  const unknown = positionals.filter((area) => !known.includes(area))
  if (unknown.length > 0) throw new Error(`no area ${unknown.join(', ')}; there are ${known.join(', ')}`)
  for (const [area, messages] of Object.entries(messageFiles[language])) {
    if (positionals.length > 0 && !positionals.includes(area)) continue
    console.log(`\n# ${area}\n`)
    const texts = Object.values<string>(messages).flatMap(spokenForms)
    for (const text of new Set(texts)) console.log(text)
  }
}

main()
