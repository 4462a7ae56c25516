'use client'

import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { Area, Locale, AreaWords } from './areas.ts'
import { defaultLanguage, localeTags, type Language } from './languages.ts'
import { translator, type CompiledMessages } from './translate.ts'

type AreaMessages = Readonly<Partial<Record<Area, CompiledMessages>>>

type WordsState = {
  readonly language: Language
  readonly areas: Readonly<Partial<Record<Area, AreaWords<Area>>>>
}
const WordsContext = createContext<WordsState>({ language: defaultLanguage, areas: {} })

type WordsProviderProps = {
  readonly language: Language
  /** Compiled messages of the areas that the screens inside need; those of providers outside stay. */
  readonly messages: AreaMessages
  readonly children: ReactNode
}

/** Gives the screens inside their words. Set by layouts (lib/pages/words.tsx), which read the messages on the server. */
export function WordsProvider({ language, messages, children }: WordsProviderProps) {
  const outer = useContext(WordsContext)
  const state = useMemo(() => {
    const own = Object.entries(messages).map(([area, each]) => [area, translator(language, each)])
    return { language, areas: { ...outer.areas, ...Object.fromEntries(own) } }
  }, [outer, language, messages])
  return <WordsContext value={state}>{children}</WordsContext>
}

type CarriedWordsProps = Omit<WordsProviderProps, 'messages'> & {
  /** `messages` in JSON. */
  readonly text: string
}

/** WordsProvider for what comes with a page: as one text, which React carries as it is, not value by value. */
export function CarriedWords({ text, ...rest }: CarriedWordsProps) {
  const messages = useMemo(() => JSON.parse(text) as AreaMessages, [text])
  return <WordsProvider {...rest} messages={messages} />
}

/** The words of an area in the reader's language: `t('unread', { count })`. */
export function useWords<A extends Area>(area: A): AreaWords<A> {
  const words = useContext(WordsContext).areas[area]
  if (words === undefined) throw new Error(`No layout around this screen gives the words of "${area}".`)
  return words as unknown as AreaWords<A>
}

export function useLanguage(): Language {
  return useContext(WordsContext).language
}

/** The reader's language and messages for lib/text/format.ts. */
export function useLocale(): Locale {
  const t = useWords('format')
  const { language } = useContext(WordsContext)
  return useMemo(() => ({ language, tag: localeTags[language], t }), [language, t])
}
