'use client'

import { useRouter } from 'next/navigation'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import { useChangeLanguage, useMe } from '#lib/queries/accounts/account.ts'
import { languageNames, languages, parseLanguage } from '#lib/words/languages.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** One of our languages, or what the browser asks for. In force as soon as it is chosen. */
export function LanguageChoice() {
  const t = useWords('settings')
  const router = useRouter()
  const stored = useMe().data?.language ?? null
  const change = useChangeLanguage()
  const shown = change.isPending ? change.variables : stored
  const options = [
    { value: 'browser', label: t('asBrowser') },
    ...languages.map((language) => ({
      value: language,
      label: <span lang={language}>{languageNames[language]}</span>,
    })),
  ]
  return (
    <Segmented<string>
      label={t('language')}
      value={shown ?? 'browser'}
      options={options}
      onChange={(value) =>
        change.mutate(parseLanguage(value), {
          onSuccess: () => router.refresh(),
          onError: (error) => showError(t('languageNotSaved'), error),
        })
      }
    />
  )
}
