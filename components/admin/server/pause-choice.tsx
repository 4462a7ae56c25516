'use client'

import { Segmented } from '#components/ui/form/segmented.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import { useChangeSettings } from '#lib/queries/admin/admin.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** Whether sources are polled at all. In force as soon as it is chosen. */
export function PauseChoice({ isPaused }: { readonly isPaused: boolean }) {
  const t = useWords('admin')
  const change = useChangeSettings()
  const shown = change.isPending ? (change.variables.isPaused ?? isPaused) : isPaused
  const options = [
    { value: 'on', label: t('pollingOn') },
    { value: 'paused', label: t('pollingPaused') },
  ] as const
  return (
    <Segmented
      label={t('polling')}
      value={shown ? 'paused' : 'on'}
      options={options}
      onChange={(value) =>
        change.mutate(
          { isPaused: value === 'paused' },
          { onError: (error) => showError(t('pollingNotChanged'), error) },
        )
      }
    />
  )
}
