'use client'

import { Download, Plus, SlidersHorizontal } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { AdminSourcesPage, AdminSourcesQuery } from '#lib/api/server/admin.ts'
import { Button } from '#components/ui/form/button.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { Empty, Failed, Waiting } from '#components/ui/form/empty.tsx'
import { useAdminSources } from '#lib/queries/admin/admin.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { RuleStrip } from '#components/admin/sources/rule-strip.tsx'
import { SourcesFilter } from '#components/admin/sources/sources-filter.tsx'
import { SourcesList } from '#components/admin/sources/sources-list.tsx'
import { sourcesAddress, sourcesFileAddress } from '#components/admin/sources/sources-address.ts'

/** All sources with weight, polls and delay. Everything chosen stands in the address. */
export function AdminSourcesScreen({ query }: { readonly query: AdminSourcesQuery }) {
  const t = useWords('admin')
  const words = useWords('sources')
  const router = useRouter()
  const page = useAdminSources(query)
  function change(next: Partial<AdminSourcesQuery>) {
    router.replace(sourcesAddress({ ...query, page: 1, ...next }), { scroll: false })
  }
  return (
    <div className="max-w-[1320px] px-10 pb-16 max-sm:px-4">
      <PageHead
        title={t('sources')}
        actions={
          <>
            {/* A feed is added by subscribing to it: one without a reader is not checked. */}
            <Button asChild>
              <Link href="/subscribe" prefetch={false}>
                <Plus size={14} strokeWidth={1.75} aria-hidden />
                {words('subscribe')}
              </Link>
            </Button>
            <Button asChild>
              <Link href="/admin/budget" prefetch={false}>
                <SlidersHorizontal size={14} strokeWidth={1.75} aria-hidden />
                {t('budget')}
              </Link>
            </Button>
            <Button asChild>
              <a href={sourcesFileAddress(query)} download>
                <Download size={14} strokeWidth={1.75} aria-hidden />
                {t('exportCsv')}
              </a>
            </Button>
          </>
        }
      />
      <SourcesFilter query={query} counts={page.data?.counts ?? null} onChange={change} />
      {page.isPending && <Waiting rows={10} rowHeight={46} />}
      {page.isError && (
        <Failed title={t('sourcesFailed')} error={page.error} onRetry={() => void page.refetch()} />
      )}
      {page.data?.total === 0 && <NoSources query={query} onChange={change} />}
      {page.isSuccess && page.data.total > 0 && (
        <>
          <WeightByRule key={`${query.state} ${query.search}`} query={query} count={page.data.total} />
          <SourcesList page={page.data} query={query} onChange={change} />
          <Pager page={page.data} onChange={(number) => change({ page: number })} />
        </>
      )}
    </div>
  )
}

/** Opens the rule for all sources that are found, on this page and the others. */
function WeightByRule({ query, count }: { readonly query: AdminSourcesQuery; readonly count: number }) {
  const t = useWords('admin')
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) return <RuleStrip filter={query} onClose={() => setIsOpen(false)} />
  return (
    <Button size="small" className="mb-4" onClick={() => setIsOpen(true)}>
      {t('weightOfFound', { count })}
    </Button>
  )
}

type NoSourcesProps = {
  readonly query: AdminSourcesQuery
  readonly onChange: (next: Partial<AdminSourcesQuery>) => void
}

function NoSources({ query, onChange }: NoSourcesProps) {
  const t = useWords('admin')
  if (query.search === '' && query.state === 'all')
    return (
      <Empty title={t('noSourcesYet')} className="px-0">
        {t('noSourcesYetHint')}
      </Empty>
    )
  return (
    <Empty
      title={t('noSourceMatches')}
      className="px-0"
      action={<Button onClick={() => onChange({ search: '', state: 'all' })}>{t('showAll')}</Button>}
    />
  )
}

type PagerProps = { readonly page: AdminSourcesPage; readonly onChange: (page: number) => void }

/** The part of the list that is shown, and the way to the next. */
function Pager({ page, onChange }: PagerProps) {
  const t = useWords('admin')
  const first = (page.page - 1) * page.pageSize + 1
  const last = Math.min(page.total, first + page.sources.length - 1)
  return (
    <nav aria-label={t('pages')} className="flex items-center gap-2 pt-4">
      <span className="flex-1 text-ink-3" aria-live="polite">
        {t('pageRange', { first, last, total: page.total })}
      </span>
      <Button size="small" disabled={page.page <= 1} onClick={() => onChange(page.page - 1)}>
        {t('previous')}
      </Button>
      <Button
        size="small"
        disabled={page.page * page.pageSize >= page.total}
        onClick={() => onChange(page.page + 1)}
      >
        {t('next')}
      </Button>
    </nav>
  )
}
