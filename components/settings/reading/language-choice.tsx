'use client'

import { useRouter } from 'next/navigation'
import { Select } from '#components/ui/form/select.tsx'
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
  return (
    <Select
      aria-label={t('language')}
      value={shown ?? 'browser'}
      onChange={({ target }) =>
        change.mutate(parseLanguage(target.value), {
          onSuccess: () => router.refresh(),
          onError: (error) => showError(t('languageNotSaved'), error),
        })
      }
    >
      <option value="browser">{t('asBrowser')}</option>
      {languages.map((language) => (
        <option key={language} value={language} lang={language}>
          {languageNames[language]}
        </option>
      ))}
    </Select>
  )
}
