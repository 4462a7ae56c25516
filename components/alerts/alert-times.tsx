'use client'

import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { Field, TextInput } from '#components/ui/form/field.tsx'
import { useClock } from '#components/ui/time.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import type { AlertSettingsChange, AlertSettings } from '#lib/api/alerts/alerts.ts'
import { useChangeAlertSettings } from '#lib/queries/alerts/alert-changes.ts'
import { useWords } from '#lib/words/use-words.tsx'

const usualFrom = 22 * 60
const usualTo = 7 * 60

/** The times of channels, and how often they tell. */
export function AlertTimes({ settings }: { readonly settings: AlertSettings }) {
  const t = useWords('alerts')
  const { timeZone } = useClock()
  const { mutate } = useChangeAlertSettings()
  const { zone, quietFrom, quietTo, mostPerHour } = settings
  const change = (changed: AlertSettingsChange) =>
    mutate(changed, { onError: (error) => showError(t('notSaved'), error) })
  const isQuiet = quietFrom !== null && quietTo !== null
  return (
    <div className="flex flex-col items-start gap-4">
      <Checkbox
        label={t('quiet')}
        checked={isQuiet}
        onChange={({ target }) =>
          change(
            target.checked
              ? { quietFrom: usualFrom, quietTo: usualTo, zone: timeZone }
              : { quietFrom: null, quietTo: null },
          )
        }
      />
      {isQuiet ? (
        <div className="flex flex-wrap items-end gap-3">
          <TimeField
            label={t('quietFrom')}
            minutes={quietFrom}
            onChange={(at) => change({ quietFrom: at })}
          />
          <TimeField label={t('quietTo')} minutes={quietTo} onChange={(at) => change({ quietTo: at })} />
          <p className="pb-1.5 text-12 text-ink-3">{t('quietZone', { zone })}</p>
        </div>
      ) : null}
      <Field label={t('mostPerHour')} hint={t('mostPerHourHint')} className="w-full max-w-80">
        <TextInput
          type="number"
          min={1}
          max={1000}
          defaultValue={mostPerHour}
          onBlur={({ target }) => {
            const most = Number(target.value)
            if (Number.isInteger(most) && most >= 1 && most <= 1000 && most !== mostPerHour)
              change({ mostPerHour: most })
          }}
        />
      </Field>
    </div>
  )
}

type TimeFieldProps = {
  readonly label: string
  readonly minutes: number
  readonly onChange: (minutes: number) => void
}

function TimeField({ label, minutes, onChange }: TimeFieldProps) {
  const two = (value: number) => String(value).padStart(2, '0')
  return (
    <Field label={label} className="basis-32">
      <TextInput
        type="time"
        required
        value={`${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`}
        onChange={({ target }) => {
          const [hours = NaN, rest = NaN] = target.value.split(':').map(Number)
          if (Number.isInteger(hours) && Number.isInteger(rest)) onChange(hours * 60 + rest)
        }}
      />
    </Field>
  )
}
