'use client'

import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import type { ReadingSettingsChange } from '#lib/api/accounts/reading-settings.ts'
import { useChangeReadingSettings } from '#lib/queries/accounts/change-reading-settings.ts'
import { useReadingSettings } from '#lib/queries/accounts/reading-settings.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** Changes a setting of reading; says so when it was not stored. */
function useChange() {
  const t = useWords('text')
  const { mutate } = useChangeReadingSettings()
  return (change: ReadingSettingsChange) =>
    mutate(change, { onError: (error) => showError(t('notSaved'), error) })
}

/** By whom pictures are loaded, if at all. */
export function ImageChoice() {
  const t = useWords('text')
  const { images } = useReadingSettings()
  const change = useChange()
  const options = [
    { value: 'proxied', label: t('imagesProxied') },
    { value: 'direct', label: t('imagesDirect') },
    { value: 'none', label: t('imagesNone') },
  ] as const
  return (
    <Segmented
      label={t('images')}
      value={images}
      options={options}
      onChange={(chosen) => change({ images: chosen })}
      className="max-lg:flex max-lg:flex-col"
    />
  )
}

/** Whether a story that several sources tell is one row, and read as one. */
export function StoryChoice() {
  const t = useWords('text')
  const { showsStoryOnce, readsWholeStory } = useReadingSettings()
  const change = useChange()
  return (
    <div className="flex flex-col gap-2">
      <Checkbox
        label={t('storyOnce')}
        checked={showsStoryOnce}
        onChange={(event) => change({ showsStoryOnce: event.target.checked })}
      />
      <Checkbox
        label={t('readsWholeStory')}
        checked={readsWholeStory}
        onChange={(event) => change({ readsWholeStory: event.target.checked })}
      />
    </div>
  )
}
