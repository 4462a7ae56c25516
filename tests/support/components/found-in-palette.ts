import { matchCommands, type Command } from '#components/palette/commands.ts'
import { palettePages } from '#components/palette/palette-pages.ts'
import type { Language } from '#lib/words/languages.ts'
import { messageFiles } from '#lib/words/message-files.ts'

function commandsIn(language: Language): (Command & { readonly href: string })[] {
  const words = messageFiles[language].palette
  return palettePages.map(({ href, name, also, group }) => ({
    id: `${href} ${name}`,
    href,
    group,
    icon: null,
    run: () => undefined,
    name: words[name],
    also: also === null ? '' : words[also],
  }))
}

/** The addresses to which the palette leads who types a text, the best first. */
export function foundInPalette(typed: string, language: Language = 'en'): string[] {
  const commands = commandsIn(language)
  const hrefs = new Map(commands.map(({ id, href }) => [id, href]))
  return matchCommands(commands, typed, []).map(({ id }) => hrefs.get(id) ?? '')
}
