import { matchCommands, type Command } from '#components/palette/commands.ts'
import { foundByOf, palettePages } from '#components/palette/palette-pages.ts'
import type { Language } from '#lib/words/languages.ts'
import { paletteMessages } from '#lib/words/message-files.ts'

function commandsIn(language: Language): Command[] {
  const words = paletteMessages(language)
  return palettePages.map((page) => {
    const { href, name, group } = page
    const also = foundByOf(page)
    return {
      id: href,
      group,
      icon: null,
      run: () => undefined,
      name: words[name],
      also: also === null ? '' : words[also],
    }
  })
}

/** The addresses to which the palette leads who types a text, the best first. */
export function foundInPalette(typed: string, language: Language = 'en'): string[] {
  return matchCommands(commandsIn(language), typed, []).map(({ id }) => id)
}
