'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Select } from '#components/ui/form/select.tsx'
import { languageCookie, languageNames, languages, type Language } from '#lib/words/languages.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** The language for whoever has no account yet. It is kept in this browser, and what was typed meanwhile stays. */
export function LanguageSwitch({ language }: { readonly language: Language }) {
  const t = useWords('accounts')
  const router = useRouter()
  const [chosen, setChosen] = useState<string>(language)
  return (
    <Select
      aria-label={t('language')}
      value={chosen}
      className="ms-auto w-36"
      onChange={({ target }) => {
        document.cookie = `${languageCookie}=${target.value}; path=/; max-age=31536000; samesite=lax`
        setChosen(target.value)
        router.refresh()
      }}
    >
      {languages.map((name) => (
        <option key={name} value={name} lang={name}>
          {languageNames[name]}
        </option>
      ))}
    </Select>
  )
}
