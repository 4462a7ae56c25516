import { Button } from '#components/ui/form/button.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import type { AdminSourcesPage } from '#lib/api/server/admin.ts'

type PagerProps = { readonly page: AdminSourcesPage; readonly onChange: (page: number) => void }

/** The part of the list that is shown, and the way to the next. */
export function Pager({ page, onChange }: PagerProps) {
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
