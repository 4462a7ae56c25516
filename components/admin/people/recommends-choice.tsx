'use client'

import { Segmented } from '#components/ui/form/segmented.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import { useChangeSettings } from '#lib/queries/admin/admin.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** Whether readers are shown what others read here. In force as soon as it is chosen. */
export function RecommendsChoice({ recommends }: { readonly recommends: boolean }) {
  const t = useWords('admin')
  const change = useChangeSettings()
  const shown = change.isPending ? (change.variables.recommends ?? recommends) : recommends
  const options = [
    { value: 'on', label: t('recommendsOn') },
    { value: 'off', label: t('recommendsOff') },
  ] as const
  return (
    <Segmented
      label={t('recommends')}
      value={shown ? 'on' : 'off'}
      options={options}
      onChange={(value) =>
        change.mutate(
          { recommends: value === 'on' },
          { onError: (error) => showError(t('recommendsNotChanged'), error) },
        )
      }
    />
  )
}
