import { formatDuration, formatShare } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import type { AdminSourceRow } from '#lib/api/server/admin.ts'

/** Within what nine of ten postings are promised, and whether that is kept. */
export function PromiseFigure({ promise }: { readonly promise: AdminSourceRow['promise'] }) {
  const t = useWords('admin')
  const locale = useLocale()
  if (promise === null) return <span className="text-ink-3">{t('notYet')}</span>
  const { withinMs, keptShare, state } = promise
  if (state === 'learning' || withinMs === null)
    return <span className="text-ink-3">{t('promiseLearning')}</span>
  const share = keptShare === null ? null : formatShare(keptShare, locale)
  return (
    <>
      {formatDuration(withinMs, locale)}
      <span className={`block text-12 leading-[14px] ${state === 'broken' ? 'text-late' : 'text-fresh'}`}>
        {share === null ? t('promiseIs', { state }) : t('promiseShare', { state, share })}
      </span>
    </>
  )
}
