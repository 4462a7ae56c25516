'use client'

import { useState } from 'react'
import type { PublisherLimitItem } from '#lib/api/server/hosts.ts'
import { Button } from '#components/ui/form/button.tsx'
import { Empty, Failed, Waiting } from '#components/ui/form/empty.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { usePublisherLimits } from '#lib/queries/admin/hosts.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { PublisherLimitForm } from './host-limit-form.tsx'
import { PublisherLimitRow } from './host-limit-row.tsx'

/** The limits of publishers: a list that Skylark came with, and the admin's own. */
export function HostsScreen() {
  const t = useWords('admin')
  const limits = usePublisherLimits()
  const [edited, setEdited] = useState<PublisherLimitItem | 'new' | null>(null)
  const close = () => setEdited(null)
  return (
    <div className="max-w-[880px] px-10 pb-16 max-sm:px-4">
      <PageHead
        title={t('hosts')}
        description={t('hostsLede')}
        actions={
          <Button variant="solid" disabled={edited === 'new'} onClick={() => setEdited('new')}>
            {t('addLimit')}
          </Button>
        }
      />
      {edited === 'new' && <PublisherLimitForm limit={null} onClose={close} />}
      {limits.isPending && <Waiting rows={3} rowHeight={64} />}
      {limits.isError && (
        <Failed
          title={t('limitsFailed')}
          error={limits.error}
          onRetry={() => void limits.refetch()}
          className="px-0"
        />
      )}
      {limits.data?.length === 0 && (
        <Empty title={t('noLimits')} className="px-0">
          {t('noLimitsHint')}
        </Empty>
      )}
      <ul aria-label={t('limitsByHost')} className="border-t border-line empty:hidden">
        {(limits.data ?? []).map((limit) => (
          <PublisherLimitRow
            key={limit.host}
            limit={limit}
            isEdited={typeof edited === 'object' && edited?.host === limit.host}
            onEdit={() => setEdited(limit)}
            onClose={close}
          />
        ))}
      </ul>
      <p className="mt-4 max-w-[64ch] text-12 text-ink-3">{t('whatIsHost')}</p>
    </div>
  )
}
