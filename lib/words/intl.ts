/** Intl's makers are slow to make and are asked for once per row: kept, one per locale and form. */
const kept = new Map<string, unknown>()

function keep<T>(key: string, make: () => T): T {
  const known = kept.get(key) as T | undefined
  if (known !== undefined) return known
  const made = make()
  kept.set(key, made)
  return made
}

export function dateTimeFormat(tag: string, options: Intl.DateTimeFormatOptions = {}): Intl.DateTimeFormat {
  return keep(`date ${tag} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(tag, options))
}

export function numberFormat(tag: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return keep(`number ${tag} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(tag, options))
}

export function pluralRules(tag: string, options: Intl.PluralRulesOptions = {}): Intl.PluralRules {
  return keep(`plural ${tag} ${JSON.stringify(options)}`, () => new Intl.PluralRules(tag, options))
}
