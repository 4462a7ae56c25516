'use client'

import { Button } from '#components/ui/form/button.tsx'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import { useSwitchAlert, useTickChannel } from '#lib/queries/alerts/alert-changes.ts'
import { useDeleteAlert } from '#lib/queries/alerts/alerts.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { kindWords } from './alert-words.ts'
import { ChannelChoice } from './channel-choice.tsx'
import { useAboutName } from './use-about-name.ts'
import type { AlertChannelItem, AlertItem } from '#lib/api/alerts/alerts.ts'

type AlertListProps = {
  readonly alerts: readonly AlertItem[]
  readonly channels: readonly AlertChannelItem[]
}

/** The alerts there are, each with its channels. */
export function AlertList({ alerts, channels }: AlertListProps) {
  const t = useWords('alerts')
  if (alerts.length === 0) return <p className="text-ink-3">{t('noAlerts')}</p>
  return (
    <ul>
      {alerts.map((alert) => (
        <AlertRow key={alert.id} alert={alert} channels={channels} />
      ))}
    </ul>
  )
}

type AlertRowProps = { readonly alert: AlertItem; readonly channels: readonly AlertChannelItem[] }

function AlertRow({ alert, channels }: AlertRowProps) {
  const t = useWords('alerts')
  const nameOf = useAboutName()
  const { mutate: switchAlert } = useSwitchAlert()
  const { mutate: tick } = useTickChannel()
  const remove = useDeleteAlert()
  const { id, about, isOn, channelIds, recent, lift } = alert
  const name = nameOf(about) || alert.name
  const failed = { onError: (error: Error) => showError(t('notSaved'), error) }
  return (
    <li className="flex flex-col gap-1.5 border-b border-line py-2.5">
      <div className="flex min-h-8 items-center gap-3">
        <Checkbox
          aria-label={t('isOn', { name })}
          checked={isOn}
          onChange={({ target }) => switchAlert({ id, isOn: target.checked }, failed)}
        />
        <span className="flex min-w-0 flex-1 items-center gap-2 font-[580]">
          <bdi className="truncate">{name}</bdi>
          <Tag>{t(kindWords[about.kind])}</Tag>
        </span>
        <Button
          size="small"
          variant="danger"
          aria-label={t('deleteNamed', { name })}
          disabled={remove.isPending}
          onClick={() => remove.mutate(id, { onSuccess: () => showToast(t('deleted', { name })), ...failed })}
        >
          {t('delete')}
        </Button>
      </div>
      <ChannelChoice
        channels={channels}
        chosen={channelIds}
        onTick={(channelId, isChosen) => tick({ id, channelId, isChosen }, failed)}
      />
      <p className="text-12 text-ink-3">
        {t('toldLately', { count: recent })} {lift.sources === 0 ? null : t('lifts', lift)}
      </p>
    </li>
  )
}
