'use client'

import type { PublisherLimitItem } from '#lib/api/server/hosts.ts'
import { Button } from '#components/ui/form/button.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import { useRemovePublisherLimit } from '#lib/queries/admin/hosts.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { formatDuration } from '#lib/text/format.ts'
import type { Locale, AreaWords } from '#lib/words/areas.ts'
import { PublisherLimitForm } from './host-limit-form.tsx'

type PublisherLimitRowProps = {
  readonly limit: PublisherLimitItem
  readonly isEdited: boolean
  readonly onEdit: () => void
  readonly onClose: () => void
}

/** One host: what it asks for, where that is written, and the editor below it. */
export function PublisherLimitRow({ limit, isEdited, onEdit, onClose }: PublisherLimitRowProps) {
  const t = useWords('admin')
  const locale = useLocale()
  const { host, evidence, sources, isShipped } = limit
  return (
    <li className="border-b border-line py-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-[580] break-all">{host}</span>
            {isShipped && <Tag>{t(limit.isEdited ? 'shippedChanged' : 'shipped')}</Tag>}
            <span className="text-12 text-ink-3">{t('sourcesThere', { count: sources })}</span>
          </p>
          <p className="text-ink-2">{limitWords(limit, t, locale)}</p>
          {evidence !== '' && (
            <p className="truncate text-12 text-ink-3" title={evidence}>
              {isAddress(evidence) ? (
                <a
                  href={evidence}
                  rel="noreferrer"
                  target="_blank"
                  className="underline decoration-control underline-offset-3 hover:decoration-ink"
                >
                  {evidence}
                </a>
              ) : (
                evidence
              )}
            </p>
          )}
        </div>
        {!isEdited && <Acts limit={limit} onEdit={onEdit} />}
      </div>
      {isEdited && <PublisherLimitForm limit={limit} onClose={onClose} />}
    </li>
  )
}

function Acts({ limit, onEdit }: Pick<PublisherLimitRowProps, 'limit' | 'onEdit'>) {
  const t = useWords('admin')
  const remove = useRemovePublisherLimit()
  const { host, isShipped } = limit
  return (
    <div className="flex gap-2">
      <Button size="small" aria-label={t('editLimitOf', { host })} onClick={onEdit}>
        {t('edit')}
      </Button>
      {limit.isEdited && (
        <Button
          size="small"
          variant="quiet"
          aria-label={t(isShipped ? 'restoreLimitOf' : 'removeLimitOf', { host })}
          disabled={remove.isPending}
          onClick={() =>
            remove.mutate(host, {
              onSuccess: () => showToast(t(isShipped ? 'limitRestored' : 'limitRemoved', { host })),
              onError: (error) => showError(t('limitNotChanged'), error),
            })
          }
        >
          {t(isShipped ? 'restore' : 'remove')}
        </Button>
      )}
    </div>
  )
}

function isAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text)
}

type Limit = Pick<PublisherLimitItem, 'leastIntervalMs' | 'requestsPerHour' | 'isOptedOut'>

/** "Each source at most once in 1 h; at most 60 requests an hour for all of them.", "Not polled at all …" */
function limitWords(
  { leastIntervalMs, requestsPerHour, isOptedOut }: Limit,
  t: AreaWords<'admin'>,
  locale: Locale,
): string {
  if (isOptedOut) return t('limitOptedOut')
  const duration = leastIntervalMs === null ? null : formatDuration(leastIntervalMs, locale)
  if (duration === null)
    return requestsPerHour === null ? t('limitNothing') : t('limitRequests', { requests: requestsPerHour })
  return requestsPerHour === null
    ? t('limitInterval', { duration })
    : t('limitBoth', { duration, requests: requestsPerHour })
}
