import type { ReactNode } from 'react'
import type { Area } from '#lib/words/areas.ts'
import { compiledMessages } from '#lib/words/server-words.ts'
import { CarriedWords } from '#lib/words/use-words.tsx'
import { pageLanguage } from './language.ts'

type WordsProps = {
  /** Areas that the screens inside use; "common" and "format" are there always. */
  readonly areas: readonly Area[]
  readonly children: ReactNode
}

/** Sends the messages of some areas along with the page, in its language. For layouts. */
export async function Words({ areas, children }: WordsProps) {
  const language = await pageLanguage()
  const messages = Object.fromEntries(areas.map((area) => [area, compiledMessages(language, area)]))
  return (
    <CarriedWords language={language} text={JSON.stringify(messages)}>
      {children}
    </CarriedWords>
  )
}
