import format, { type CompiledMessage } from 'icu-minify/format'
import { createElement, Fragment, type ReactNode } from 'react'
import { dateTimeFormat, numberFormat, pluralRules } from './intl.ts'
import { localeTags, type Language } from './languages.ts'

export type CompiledMessages = Readonly<Record<string, CompiledMessage>>

/** Numbers of plurals and of `{n, number}` as numbers, all else as text. */
type Values = Readonly<Record<string, string | number>>
/** Beside values: what becomes of `<link>words</link>`. */
type RichValues = Readonly<Record<string, string | number | ((words: ReactNode) => ReactNode)>>

export type Translate<K extends string> = {
  (key: K, values?: Values): string
  /** A message with tags, for links and emphasis inside a sentence. */
  readonly rich: (key: K, values: RichValues) => ReactNode
}

const options = {
  formatters: {
    getDateTimeFormat: (tag: unknown, form: Intl.DateTimeFormatOptions = {}) =>
      dateTimeFormat(String(tag), form),
    getNumberFormat: (tag: unknown, form: Intl.NumberFormatOptions = {}) => numberFormat(String(tag), form),
    getPluralRules: (tag: unknown, form: Intl.PluralRulesOptions = {}) => pluralRules(String(tag), form),
  },
}

/** Puts compiled messages into words. A key that is not among them is shown as it is: seen at once, and breaks nothing. */
export function translator<K extends string>(language: Language, messages: CompiledMessages): Translate<K> {
  const tag = localeTags[language]
  const t = (key: K, values: Values = {}) => String(format(messages[key] ?? key, tag, { ...values }, options))
  const rich = (key: K, values: RichValues): ReactNode => {
    const parts = format<ReactNode>(messages[key] ?? key, tag, withFragments(values), options)
    return asNode(Array.isArray(parts) ? parts : [parts])
  }
  return Object.assign(t, { rich })
}

function withFragments(values: RichValues) {
  const wrapped = Object.entries(values).map(([name, value]) => {
    if (typeof value !== 'function') return [name, value] as const
    return [name, (parts: readonly ReactNode[]) => value(asNode(parts))] as const
  })
  return Object.fromEntries(wrapped)
}

/** Parts of a sentence as children, so that React asks them for no keys. */
function asNode(parts: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts)
}
