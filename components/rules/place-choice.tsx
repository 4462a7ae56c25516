'use client'

import { Field } from '#components/ui/form/field.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { useFolders } from '#lib/queries/organising/folders.ts'
import { useSubscriptions } from '#lib/queries/organising/subscriptions.ts'
import { useWords } from '#lib/words/use-words.tsx'

type PlaceChoiceProps = {
  /** "all", "folder:1" or "source:2" */
  readonly value: string
  readonly error: string | null
  readonly onChange: (value: string) => void
}

/** All sources, a folder or a source. */
export function PlaceChoice({ value, error, onChange }: PlaceChoiceProps) {
  const t = useWords('rules')
  const folders = useFolders().data ?? []
  const subscriptions = useSubscriptions().data ?? []
  const sources = subscriptions.toSorted((one, other) => one.title.localeCompare(other.title))
  return (
    <Field label={t('scope')} error={error} className="max-w-96">
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="all">{t('everything')}</option>
        {folders.length > 0 && (
          <optgroup label={t('foldersGroup')}>
            {folders.map(({ id, name }) => (
              <option key={id} value={`folder:${id}`}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
        {sources.length > 0 && (
          <optgroup label={t('sourcesGroup')}>
            {sources.map(({ sourceId, title }) => (
              <option key={sourceId} value={`source:${sourceId}`}>
                {title}
              </option>
            ))}
          </optgroup>
        )}
      </Select>
    </Field>
  )
}
