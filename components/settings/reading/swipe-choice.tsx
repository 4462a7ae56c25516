'use client'

import { Field } from '#components/ui/form/field.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import type { SettingsChange } from '#lib/api/accounts/subscriber-settings.ts'
import { useChangeSetting, useSettings } from '#lib/queries/accounts/settings.ts'
import { useWords } from '#lib/words/use-words.tsx'

const acts = ['read', 'later', 'star', 'none'] as const
const isAct = (value: string) => acts.find((act) => act === value)

/** Chooses the act of a finger that moves the row of a posting to the right, and to the left. */
export function SwipeChoice() {
  const t = useWords('settings')
  const { swipeRight, swipeLeft } = useSettings()
  const change = useChangeSetting()
  const set = (wanted: SettingsChange) =>
    change.mutate(wanted, { onError: (error) => showError(t('settingNotSaved'), error) })
  const options = acts.map((act) => (
    <option key={act} value={act}>
      {t(words[act])}
    </option>
  ))
  return (
    <div className="flex flex-wrap gap-3">
      <Field label={t('swipeRight')}>
        <Select
          value={swipeRight}
          onChange={({ target }) => set({ swipeRight: isAct(target.value) ?? swipeRight })}
        >
          {options}
        </Select>
      </Field>
      <Field label={t('swipeLeft')}>
        <Select
          value={swipeLeft}
          onChange={({ target }) => set({ swipeLeft: isAct(target.value) ?? swipeLeft })}
        >
          {options}
        </Select>
      </Field>
    </div>
  )
}

const words = { read: 'swipeRead', later: 'swipeLater', star: 'swipeStar', none: 'swipeNone' } as const
