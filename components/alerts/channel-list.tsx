'use client'

import { Button } from '#components/ui/form/button.tsx'
import { CopyField } from '#components/ui/form/copy-field.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import { useDeleteChannel, useTestChannel } from '#lib/queries/alerts/alerts.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { channelWords } from './alert-words.ts'
import { BrowserChannel } from './browser-channel.tsx'
import { ChannelForm } from './channel-form.tsx'
import type { AlertChannelItem, AlertPanel } from '#lib/api/alerts/alerts.ts'

/** The ways to somebody who is not looking at the page. */
export function ChannelList({ channels, pushKey, sendsMail }: AlertPanel) {
  const t = useWords('alerts')
  return (
    <>
      {channels.length === 0 ? <p className="text-ink-3">{t('noChannels')}</p> : null}
      <ul>
        {channels.map((channel) => (
          <ChannelRow key={channel.id} channel={channel} />
        ))}
      </ul>
      <div className="mt-4 flex flex-col gap-4">
        <BrowserChannel pushKey={pushKey} />
        <ChannelForm sendsMail={sendsMail} />
      </div>
    </>
  )
}

function ChannelRow({ channel }: { readonly channel: AlertChannelItem }) {
  const t = useWords('alerts')
  const test = useTestChannel()
  const remove = useDeleteChannel()
  const { id, name, kind, target, secret, lastSentAt, endedAt, isPaused } = channel
  return (
    <li className="border-b border-line py-2">
      <div className="flex min-h-[46px] flex-wrap items-center gap-3">
        <span className="min-w-0 flex-1 basis-52">
          <span className="flex items-center gap-2 font-[580]">
            <bdi className="truncate">{name}</bdi>
            <Tag>{t(channelWords[kind])}</Tag>
            {endedAt === null ? null : <Tag>{t(isPaused ? 'paused' : 'ended')}</Tag>}
          </span>
          <span className="block truncate text-12 text-ink-3">
            <bdi>{target}</bdi>
            {lastSentAt === null ? null : t.rich('lastSent', { at: () => <Time at={lastSentAt} /> })}
          </span>
          {isPaused && <span className="block text-12 text-broken">{t('pausedHint')}</span>}
        </span>
        <Button
          size="small"
          disabled={test.isPending}
          aria-label={t('testNamed', { name })}
          onClick={() =>
            test.mutate(id, {
              onSuccess: () => showToast(t('testSent', { name })),
              onError: (error) => showError(t('testNotSent'), error),
            })
          }
        >
          {t('test')}
        </Button>
        <Button
          size="small"
          variant="danger"
          aria-label={t('deleteNamed', { name })}
          disabled={remove.isPending}
          onClick={() =>
            remove.mutate(id, {
              onSuccess: () => showToast(t('deleted', { name })),
              onError: (error) => showError(t('notSaved'), error),
            })
          }
        >
          {t('delete')}
        </Button>
      </div>
      {secret === null ? null : <CopyField label={t('secret')} value={secret} hint={t('secretHint')} />}
    </li>
  )
}
