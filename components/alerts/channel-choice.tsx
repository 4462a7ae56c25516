'use client'

import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import type { AlertChannelItem } from '#lib/api/alerts/alerts.ts'

type ChannelChoiceProps = {
  readonly channels: readonly AlertChannelItem[]
  readonly chosen: readonly number[]
  readonly onTick: (channelId: number, isChosen: boolean) => void
}

/** The channels that send an alert besides the page, which always shows it. Nothing without any. */
export function ChannelChoice({ channels, chosen, onTick }: ChannelChoiceProps) {
  const t = useWords('alerts')
  if (channels.length === 0) return null
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <legend className="float-start text-ink-3">{t('tellBy')}</legend>
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
