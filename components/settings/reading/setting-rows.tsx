'use client'

import { Field } from '#components/ui/form/field.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { SettingRow } from '#components/ui/form/setting.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import { settingList, settingRowsOf, type SettingPart } from '#lib/api/accounts/declared-settings.ts'
import { useChangeSetting, useSettings } from '#lib/queries/accounts/settings.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** The rows of a part of the settings with the controls that follow from their declarations. */
export function SettingRows({ part }: { readonly part: SettingPart }) {
  const t = useWords('settings')
  return settingRowsOf(part).map(([id, { effect }]) => (
    <SettingRow key={id} id={id} label={t(id)} effect={t(effect)}>
      <div className="flex flex-wrap gap-3">
        {settingList
          .filter(([, { row }]) => row === id)
          .map((setting) => (
            <SettingChoice key={setting[0]} setting={setting} rowName={t(id)} />
          ))}
      </div>
    </SettingRow>
  ))
}

type SettingChoiceProps = {
  readonly setting: (typeof settingList)[number]
  readonly rowName: string
}

/** Chooses the value of one setting: side by side where it has the row for itself. */
function SettingChoice({ setting: [name, { usual, values = {}, label }], rowName }: SettingChoiceProps) {
  const t = useWords('settings')
  const value = String(useSettings()[name])
  const change = useChangeSetting()
  const options = Object.entries(values).map(([each, word]) => ({ value: each, label: t(word) }))
  const set = (chosen: string) =>
    change.mutate(
      { [name]: typeof usual === 'boolean' ? chosen === 'true' : chosen },
      { onError: (error) => showError(t('settingNotSaved'), error) },
    )
  if (label === undefined) return <Segmented label={rowName} value={value} options={options} onChange={set} />
  return (
    <Field label={t(label)}>
      <Select value={value} onChange={({ target }) => set(target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </Field>
  )
}
