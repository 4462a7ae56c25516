'use client'

import { Button } from '#components/ui/form/button.tsx'
import { Empty, Failed, Waiting } from '#components/ui/form/empty.tsx'
import { HttpStatus } from '#components/ui/http-status.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import type { AlertDeliveryItem } from '#lib/api/alerts/alerts.ts'
import { useAlertLog } from '#lib/queries/alerts/alerts.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { stateWords } from './alert-words.ts'

/** The messages of channels and what became of them, newest first. */
export function AlertLog() {
  const t = useWords('alerts')
  const log = useAlertLog()
  if (log.isPending) return <Waiting rows={6} rowHeight={60} />
  if (log.isError) return <Failed title={t('failed')} error={log.error} onRetry={() => void log.refetch()} />
  const rows = log.data.pages.flatMap((page) => page.deliveries)
  if (rows.length === 0) return <Empty title={t('nothingSent')}>{t('nothingSentHint')}</Empty>
  return (
    <>
      <ul>
        {rows.map((delivery) => (
          <LogRow key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      {log.hasNextPage ? (
        <Button className="mt-4" disabled={log.isFetching} onClick={() => void log.fetchNextPage()}>
          {t('older')}
        </Button>
      ) : null}
    </>
  )
}

function LogRow({ delivery }: { readonly delivery: AlertDeliveryItem }) {
  const t = useWords('alerts')
  const { channel, state, isTest, count, title, sentAt, dueAt, tries, httpStatus, error } = delivery
  const name = count > 1 || title === null ? t('bundle', { count }) : title
  const what = isTest ? t('testTitle') : name
  return (
    <li className="border-b border-line py-2">
      <p className="flex items-center gap-2">
        <bdi className="min-w-0 flex-1 truncate font-[550]">{what}</bdi>
        <Tag>{t(stateWords[state])}</Tag>
      </p>
      <p className="text-12 text-ink-3">
        <bdi>{channel.name}</bdi> · <Time at={sentAt ?? dueAt} />
        {tries > 1 ? ` · ${t('tries', { tries })}` : ''}
        {httpStatus === null ? '' : ' ·'}
        <HttpStatus status={httpStatus} />
      </p>
      {error === null || error === '' ? null : <p className="text-12 wrap-anywhere text-broken">{error}</p>}
    </li>
  )
}
