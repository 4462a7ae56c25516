'use client'

import { Button } from '#components/ui/form/button.tsx'
import { Failed } from '#components/ui/form/empty.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import { HttpStatus } from '#components/ui/http-status.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import type { SendItem } from '#lib/api/integrations/integrations.ts'
import { useSendAgain, useSends } from '#lib/queries/integrations.ts'
import type { MessageKey } from '#lib/words/areas.ts'
import { useWords } from '#lib/words/use-words.tsx'

const stateWords: Readonly<Record<SendItem['state'], MessageKey<'integrations'>>> = {
  waiting: 'stateWaiting',
  sent: 'stateSent',
  failed: 'stateFailed',
}

/** The articles sent and what became of them, newest first. */
export function SendLog() {
  const t = useWords('integrations')
  const log = useSends()
  if (log.isPending) return null
  if (log.isError)
    return (
      <Failed title={t('logFailed')} error={log.error} onRetry={() => void log.refetch()} className="px-0" />
    )
  const rows = log.data.pages.flatMap(({ sends }) => sends)
  if (rows.length === 0) return null
  return (
    <>
      <SectionHead title={t('log')} />
      <ul>
        {rows.map((send) => (
          <LogRow key={send.id} send={send} />
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

function LogRow({ send }: { readonly send: SendItem }) {
  const t = useWords('integrations')
  const again = useSendAgain()
  const {
    integration,
    postingId,
    title,
    url,
    state,
    sentAt,
    dueAt,
    madeAt,
    tries,
    httpStatus,
    error,
    byRule,
  } = send
  const name = title || url
  const at = state === 'waiting' ? dueAt : (sentAt ?? madeAt)
  return (
    <li className="border-b border-line py-2">
      <p className="flex items-center gap-2">
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className="min-w-0 flex-1 truncate font-[550]"
        >
          <bdi>{name}</bdi>
        </a>
        <Tag>{t(stateWords[state])}</Tag>
        {state !== 'failed' || postingId === null ? null : (
          <Button
            size="small"
            aria-label={t('againOf', { name })}
            disabled={again.isPending}
            onClick={() =>
              again.mutate(
                { postingId, integrationId: integration.id },
                { onError: (cause) => showError(t('notSaved'), cause) },
              )
            }
          >
            {t('again')}
          </Button>
        )}
      </p>
      <p className="text-12 text-ink-3">
        <bdi>{integration.name}</bdi> · <Time at={at} />
        {byRule ? ` · ${t('byRule')}` : ''}
        {tries > 1 ? ` · ${t('tries', { tries })}` : ''}
        {httpStatus === null ? '' : ' ·'}
        <HttpStatus status={httpStatus} />
      </p>
      {error ? <p className="text-12 wrap-anywhere text-broken">{error}</p> : null}
    </li>
  )
}
