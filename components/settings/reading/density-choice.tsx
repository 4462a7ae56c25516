'use client'

import { Segmented } from '#components/ui/form/segmented.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import { useChangeSetting, useSettings } from '#lib/queries/accounts/settings.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** Room around what is listed. */
export function DensityChoice() {
  const t = useWords('settings')
  const { density } = useSettings()
  const change = useChangeSetting()
  const options = [
    { value: 'compact', label: t('compact') },
    { value: 'regular', label: t('regular') },
    { value: 'roomy', label: t('roomy') },
  ] as const
  return (
    <Segmented
      label={t('density')}
      value={density}
      options={options}
      onChange={(value) =>
        change.mutate({ density: value }, { onError: (error) => showError(t('settingNotSaved'), error) })
      }
    />
  )
}
