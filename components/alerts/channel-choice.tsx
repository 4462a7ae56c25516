'use client'

import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import type { AlertChannelItem } from '#lib/api/alerts/alerts.ts'

type ChannelChoiceProps = {
  readonly channels: readonly AlertChannelItem[]
  readonly chosen: readonly number[]
  readonly onTick: (channelId: number, isChosen: boolean) => void
}

/** By which channels it is told; the page always tells. */
export function ChannelChoice({ channels, chosen, onTick }: ChannelChoiceProps) {
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
          onChange={({ target }) => onTick(id, target.checked)}
        />
      ))}
    </fieldset>
  )
}
