'use client'

import { useState, type FormEvent } from 'react'
import { formatWeekday } from '#components/settings/reading/week-hours.ts'
import { useFieldErrors } from '#components/ui/form/error-text.ts'
import { Field, FormFault, TextInput } from '#components/ui/form/field.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { useClock } from '#components/ui/time.tsx'
import { showToast } from '#components/ui/open/toast.tsx'
import { SaveOrCancel } from '#components/ui/form/save-or-cancel.tsx'
import type { DigestItem } from '#lib/api/outputs/digests.ts'
import { formatFullHour } from '#lib/text/format.ts'
import { useChangeDigest, useCreateDigest } from '#lib/queries/outputs.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { longestName } from '#lib/text/names.ts'
import { FeedPlaceChoice } from './place-choice.tsx'
import { placeFields, placeOfValue, startValueOf } from './place-value.ts'
import { usePlaces } from './use-places.ts'

type DigestFormProps = {
  /** Null: a new one. */
  readonly digest: DigestItem | null
  readonly onClose: () => void
}

/** Makes or changes a digest; its hours are those of this browser's zone. */
export function DigestForm({ digest, onClose }: DigestFormProps) {
  const t = useWords('outputs')
  const create = useCreateDigest()
  const change = useChangeDigest()
  const errors = useFieldErrors(create.error ?? change.error, ['name', ...placeFields, ...whenFields])
  const { timeZone } = useClock()
  const { nameOf } = usePlaces(false)
  const [place, setPlace] = useState(digest === null ? 'all' : startValueOf(digest.place))
  const [name, setName] = useState(digest?.name ?? '')
  const [when, setWhen] = useState<When>({
    rhythm: digest?.rhythm ?? 'daily',
    weekday: digest?.weekday ?? 0,
    hour: digest?.hour ?? 7,
  })
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const chosen = placeOfValue(place)
    if (chosen === null) return
    const wanted = { ...when, name: name.trim() || nameOf(place), place: chosen, zone: timeZone }
    const made =
      digest === null
        ? create.mutateAsync({ ...wanted, mostPostings: 50, isOn: true })
        : change.mutateAsync({ id: digest.id, change: wanted })
    made.then(
      () => {
        showToast(t('saved', { name: wanted.name }))
        onClose()
      },
      () => undefined, // shown below
    )
  }
  return (
    <form
      onSubmit={onSubmit}
      onChange={errors.forget}
      className="my-3 flex flex-col gap-4 rounded-3 border border-line bg-paper p-4"
    >
      <div className="flex flex-wrap gap-4">
        <FeedPlaceChoice
          value={place}
          hasStarred={false}
          error={errors.at(...placeFields)}
          onChange={setPlace}
        />
        <Field label={t('name')} error={errors.at('name')} className="flex-1 basis-52">
          <TextInput
            value={name}
            maxLength={longestName.other}
            placeholder={nameOf(place)}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
      </div>
      <WhenChoice when={when} zone={timeZone} errorAt={errors.at} onChange={setWhen} />
      <FormFault>{errors.rest}</FormFault>
      <div className="flex gap-2">
        <SaveOrCancel disabled={create.isPending || change.isPending} onCancel={onClose} />
      </div>
    </form>
  )
}

const whenFields = ['weekday', 'hour', 'zone'] as const
type When = Pick<DigestItem, 'rhythm' | 'weekday' | 'hour'>
type WhenChoiceProps = {
  readonly when: When
  readonly zone: string
  readonly errorAt: (...fields: readonly string[]) => string | null
  readonly onChange: (when: When) => void
}

function WhenChoice({ when, zone, errorAt, onChange }: WhenChoiceProps) {
  const t = useWords('outputs')
  const locale = useLocale()
  const rhythms = [
    { value: 'daily', label: t('daily') },
    { value: 'weekly', label: t('weekly') },
  ] as const
  return (
    <div className="flex flex-wrap items-end gap-4">
      <Segmented
        label={t('rhythm')}
        value={when.rhythm}
        options={rhythms}
        onChange={(rhythm) => onChange({ ...when, rhythm })}
      />
      {when.rhythm === 'weekly' && (
        <Field label={t('weekday')} error={errorAt('weekday')} className="basis-28">
          <Select
            value={when.weekday}
            onChange={({ target }) => onChange({ ...when, weekday: Number(target.value) })}
          >
            {Array.from({ length: 7 }, (_, day) => (
              <option key={day} value={day}>
                {formatWeekday(day, locale)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label={t('hour')} hint={zone} error={errorAt('hour', 'zone')} className="basis-28">
        <Select
          value={when.hour}
          onChange={({ target }) => onChange({ ...when, hour: Number(target.value) })}
        >
          {Array.from({ length: 24 }, (_, hour) => (
            <option key={hour} value={hour}>
              {formatFullHour(hour)}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}
