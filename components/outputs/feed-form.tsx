'use client'

import { useState, type FormEvent } from 'react'
import { useFieldErrors } from '#components/ui/form/error-text.ts'
import { Field, FormFault, TextInput } from '#components/ui/form/field.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { showToast } from '#components/ui/open/toast.tsx'
import { SaveOrCancel } from '#components/ui/form/save-or-cancel.tsx'
import type { OutputFeedItem } from '#lib/api/outputs/output-feeds.ts'
import { useSaveOutputFeed } from '#lib/queries/outputs.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { longestName } from '#lib/text/names.ts'
import { FeedPlaceChoice } from './place-choice.tsx'
import { placeFields, placeOfValue, startValueOf } from './place-value.ts'
import { usePlaces } from './use-places.ts'

const counts = [10, 20, 50, 100, 200]

type FeedFormProps = {
  /** Null: a new one. */
  readonly feed: OutputFeedItem | null
  /** The place of a new one at first (place-value.ts). */
  readonly startPlace?: string
  readonly onClose: () => void
}

/** Makes or changes a feed. Without a name it is called as what it is of. */
export function FeedForm({ feed, startPlace = 'all', onClose }: FeedFormProps) {
  const t = useWords('outputs')
  const save = useSaveOutputFeed()
  const errors = useFieldErrors(save.error, ['name', 'mostEntries', ...placeFields])
  const { nameOf } = usePlaces(true)
  const [place, setPlace] = useState(feed === null ? startPlace : startValueOf(feed.place))
  const [name, setName] = useState(feed?.name ?? '')
  const [text, setText] = useState(feed?.text ?? 'full')
  const [mostEntries, setMostEntries] = useState(feed?.mostEntries ?? 50)
  const texts = [
    { value: 'full', label: t('full') },
    { value: 'short', label: t('short') },
  ] as const
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const chosen = placeOfValue(place)
    if (chosen === null) return
    const wanted = { name: name.trim() || nameOf(place), place: chosen, text, mostEntries }
    save.mutate(
      { id: feed?.id ?? null, feed: wanted },
      {
        onSuccess: () => {
          showToast(t('saved', { name: wanted.name }))
          onClose()
        },
      },
    )
  }
  return (
    <form
      onSubmit={onSubmit}
      onChange={errors.forget}
      className="my-3 flex flex-col gap-4 rounded-3 border border-line bg-paper p-4"
    >
      <div className="flex flex-wrap gap-4">
        <FeedPlaceChoice value={place} hasStarred error={errors.at(...placeFields)} onChange={setPlace} />
        <Field label={t('name')} error={errors.at('name')} className="flex-1 basis-52">
          <TextInput
            value={name}
            maxLength={longestName.other}
            placeholder={nameOf(place)}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
      </div>
      <div className="flex flex-wrap items-end gap-4">
        <Segmented label={t('texts')} value={text} options={texts} onChange={setText} />
        <Field label={t('entries')} error={errors.at('mostEntries')} className="basis-40">
          <Select value={mostEntries} onChange={({ target }) => setMostEntries(Number(target.value))}>
            {[...new Set([...counts, mostEntries])].map((count) => (
              <option key={count} value={count}>
                {t('entriesCount', { count })}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <FormFault>{errors.rest}</FormFault>
      <div className="flex gap-2">
        <SaveOrCancel disabled={save.isPending} onCancel={onClose} />
      </div>
    </form>
  )
}
