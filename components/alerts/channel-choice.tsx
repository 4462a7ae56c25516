'use client'

import { Checkbox } from '#components/ui/checkbox.tsx'
import type { AlertChannelItem } from '#lib/api/alerts.ts'
import { useWords } from '#lib/words/use-words.tsx'

type ChannelChoiceProps = {
  readonly channels: readonly AlertChannelItem[]
  readonly chosen: readonly number[]
  readonly onChange: (chosen: readonly number[]) => void
}

/** By which channels it is told; the page always tells. */
export function ChannelChoice({ channels, chosen, onChange }: ChannelChoiceProps) {
  const t = useWords('alerts')
  return (
    <fieldset className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <legend className="sr-only">{t('tellBy')}</legend>
      <Checkbox label={t('inThePage')} checked disabled readOnly />
      {channels.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={<bdi>{name}</bdi>}
          checked={chosen.includes(id)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
          }
        />
      ))}
    </fieldset>
  )
}
