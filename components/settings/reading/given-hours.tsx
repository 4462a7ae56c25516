'use client'

import { useState, type FormEvent } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { formatFullHour } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { formatWeekday, hoursBetween } from './week-hours.ts'

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const allDays = [0, 1, 2, 3, 4, 5, 6]

type GivenHoursProps = {
  /** Hours of the week from Monday 0 h. */
  readonly given: readonly number[]
  readonly onChange: (given: number[]) => void
}

/** Hours of the week, given as spans of days and hours. */
export function GivenHours({ given, onChange }: GivenHoursProps) {
  const t = useWords('settings')
  const locale = useLocale()
  const [days, setDays] = useState<readonly number[]>(allDays)
  const [from, setFrom] = useState(7)
  const [until, setUntil] = useState(9)
  const add = (event: FormEvent) => {
    event.preventDefault()
    onChange([...new Set([...given, ...hoursBetween(days, from, until)])])
  }
  return (
    <form onSubmit={add} className="flex flex-col items-start gap-3">
      {given.length === 0 && <p className="text-12 text-ink-2">{t('noHoursGiven')}</p>}
      <fieldset className="flex flex-wrap gap-x-3 gap-y-1">
        <legend className="sr-only">{t('hoursDays')}</legend>
        {allDays.map((day) => (
          <Checkbox
            key={day}
            label={formatWeekday(day, locale)}
            checked={days.includes(day)}
            onChange={(event) =>
              setDays(event.target.checked ? [...days, day] : days.filter((other) => other !== day))
            }
          />
        ))}
      </fieldset>
      <div className="flex flex-wrap items-end gap-2">
        <HourField label={t('hoursFrom')} value={from} onChange={setFrom} />
        <HourField label={t('hoursUntil')} value={until} onChange={setUntil} />
        <Button type="submit" disabled={days.length === 0}>
          {t('addHours')}
        </Button>
        {given.length > 0 && <Button onClick={() => onChange([])}>{t('clearHours')}</Button>}
      </div>
    </form>
  )
}

function HourField(props: {
  readonly label: string
  readonly value: number
  readonly onChange: (hour: number) => void
}) {
  return (
    <Field label={props.label} className="w-24">
      <Select value={props.value} onChange={(event) => props.onChange(Number(event.target.value))}>
        {hours.map((hour) => (
          <option key={hour} value={hour}>
            {formatFullHour(hour)}
          </option>
        ))}
      </Select>
    </Field>
  )
}
