'use client'

import { Field } from '#components/ui/form/field.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { usePlaces } from './use-places.ts'

type PlaceChoiceProps = {
  /** place-value.ts; '' where what it was is gone. */
  readonly value: string
  readonly hasStarred: boolean
  readonly error: string | null
  readonly onChange: (value: string) => void
}

/** Everything, the stars, a folder, a label or a view. */
export function FeedPlaceChoice({ value, hasStarred, error, onChange }: PlaceChoiceProps) {
  const t = useWords('outputs')
  const { single, groups } = usePlaces(hasStarred)
  return (
    <Field label={t('place')} error={error} className="flex-1 basis-52">
      <Select value={value} required onChange={({ target }) => onChange(target.value)}>
        {value === '' && <option value="" />}
        {single.map((place) => (
          <option key={place.value} value={place.value}>
            {place.name}
          </option>
        ))}
        {groups.map(({ title, places }) => (
          <optgroup key={title} label={title}>
            {places.map((place) => (
              <option key={place.value} value={place.value}>
                {place.name}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
    </Field>
  )
}
