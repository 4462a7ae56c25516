'use client'

import { Field } from '#components/ui/form/field.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import { useChangeRuleSettings, useRuleSettings } from '#lib/queries/rules.ts'
import { useWords } from '#lib/words/use-words.tsx'

const usual = [3, 7, 14, 30, 60, 90, 180, 365]

/** After how many days what is unread is marked as read. */
export function ReadAfterChoice() {
  const t = useWords('rules')
  const { data } = useRuleSettings()
  const change = useChangeRuleSettings()
  const chosen = data?.readAfterDays ?? null
  const days = [...new Set([...usual, ...(chosen === null ? [] : [chosen])])].toSorted((a, b) => a - b)
  return (
    <Field label={t('readAfter')} hint={t('readAfterHint')} className="mt-8 max-w-80">
      <Select
        value={chosen ?? 'never'}
        disabled={data === undefined || change.isPending}
        onChange={({ target }) =>
          change.mutate(
            { readAfterDays: target.value === 'never' ? null : Number(target.value) },
            { onError: (error) => showError(t('readAfterNotSaved'), error) },
          )
        }
      >
        <option value="never">{t('readAfterNever')}</option>
        {days.map((each) => (
          <option key={each} value={each}>
            {t('readAfterDays', { count: each })}
          </option>
        ))}
      </Select>
    </Field>
  )
}
