'use client'

import { Segmented } from '#components/ui/form/segmented.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import { useChangeDiscoverSettings, useDiscoverSettings } from '#lib/queries/sources/discover.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** Whether what the account reads counts, without its name, in what others are shown. */
export function CountedChoice() {
  const t = useWords('settings')
  const { data } = useDiscoverSettings()
  const change = useChangeDiscoverSettings()
  const shown = change.isPending ? change.variables.isCounted : (data?.isCounted ?? true)
  const options = [
    { value: 'yes', label: t('countedYes') },
    { value: 'no', label: t('countedNo') },
  ] as const
  return (
    <Segmented
      label={t('counted')}
      value={shown ? 'yes' : 'no'}
      options={options}
      onChange={(value) =>
        change.mutate(
          { isCounted: value === 'yes' },
          { onError: (error) => showError(t('countedNotSaved'), error) },
        )
      }
    />
  )
}
