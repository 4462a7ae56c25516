import compile from 'icu-minify/compile'
import type { Language } from '#lib/words/languages.ts'

export type MessageFacts = {
  /** "count: plural", "link: tag", "size: number", sorted. */
  readonly args: readonly string[]
  /** The faults of its plurals. */
  readonly faults: readonly string[]
}

/** The form in which icu-minify writes an argument (its types.d.ts). */
const kinds: Readonly<Record<number, string>> = {
  1: 'select',
  2: 'plural',
  3: 'ordinal',
  4: 'number',
  5: 'date',
  6: 'time',
}

/** The arguments of a message, and whether each plural has exactly the categories of the language. @throws when it is no ICU message */
export function readMessage(message: string, language: Language): MessageFacts {
  const args = new Set<string>()
  const faults: string[] = []
  const visit = (node: unknown): void => {
    if (!Array.isArray(node)) return
    const [name, type, rest] = node as readonly unknown[] as readonly [string, unknown, unknown]
    const kind = typeof type === 'number' ? kinds[type] : undefined
    if (type === undefined) args.add(`${name}: argument`)
    else if (kind === undefined) args.add(`${name}: tag`)
    else args.add(`${name}: ${kind}`)
    if (type !== undefined && kind === undefined) node.slice(1).forEach(visit)
    if (kind !== 'select' && kind !== 'plural' && kind !== 'ordinal') return
    const options = rest as Readonly<Record<string, unknown>>
    if (kind !== 'select') {
      const fault = faultOf(Object.keys(options), language, kind === 'plural' ? 'cardinal' : 'ordinal')
      if (fault !== null) faults.push(`{${name}} ${fault}`)
    }
    for (const option of Object.values(options)) if (Array.isArray(option)) option.forEach(visit)
  }
  const compiled = compile(message)
  if (Array.isArray(compiled)) compiled.forEach(visit)
  return { args: [...args].toSorted(), faults }
}

function faultOf(given: readonly string[], language: Language, type: Intl.PluralRuleType): string | null {
  const wanted = new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories.toSorted().join()
  const has = given
    .filter((category) => !category.startsWith('='))
    .toSorted()
    .join()
  return has === wanted ? null : `has ${has}, ${language} has ${wanted}`
}
