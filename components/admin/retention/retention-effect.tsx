import Link from 'next/link'
import type { Amount, RetentionPreview } from '#lib/api/server/retention.ts'
import { useErrorText } from '#components/ui/form/error-text.ts'
import { Cell, HeadCell, Table } from '#components/ui/table.tsx'
import { formatCount, formatBytes } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'

type RetentionEffectProps = { readonly preview: RetentionPreview | null; readonly failure: Error | null }

/** The things that rules would remove: how much of each kind, and of which sources most. */
export function RetentionEffect({ preview, failure }: RetentionEffectProps) {
  const t = useWords('admin')
  const locale = useLocale()
  const errorText = useErrorText()
  const size = ({ count, bytes }: Amount) => ({ count, size: formatBytes(bytes, locale) })
  return (
    <section aria-label={t('wouldGo')} aria-live="polite" className="mt-6 border-t border-line pt-4">
      <h3 className="font-[620]">{t('wouldGo')}</h3>
      {failure !== null && <p className="text-broken">{`${t('effectUnknown')} ${errorText(failure)}`}</p>}
      {failure === null && preview === null && <p className="text-ink-3">{t('workingOut')}</p>}
      {preview !== null && (
        <>
          <p className="mt-1 text-14 font-semibold">
            {t('postingsGo', { ...size(preview.postings), sources: preview.sourceCount })}
          </p>
          <p className="text-ink-2">{t('searchGoes', size(preview.searchDocuments))}</p>
          <p className="text-ink-2">{t('pollsGo', size(preview.polls))}</p>
          <p className="mt-2 max-w-[64ch] text-12 text-ink-3">{t('whenGone')}</p>
          {preview.sources.length > 0 && <Losers sources={preview.sources} />}
        </>
      )}
    </section>
  )
}

function Losers({ sources }: Pick<RetentionPreview, 'sources'>) {
  const t = useWords('admin')
  const locale = useLocale()
  return (
    <Table className="mt-3">
      <caption className="pb-2 text-start text-12 text-ink-3">{t('losersOf')}</caption>
      <thead>
        <tr>
          <HeadCell>{t('columnSource')}</HeadCell>
          <HeadCell numeric>{t('removed')}</HeadCell>
          <HeadCell numeric>{t('kept')}</HeadCell>
          <HeadCell numeric>{t('size')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {sources.map(({ id, title, count, kept, bytes }) => (
          <tr key={id}>
            <Cell className="w-full max-w-0 truncate">
              <Link href={`/sources/${id}`} className="hover:underline">
                {title}
              </Link>
            </Cell>
            <Cell numeric>{formatCount(count, locale)}</Cell>
            <Cell numeric>{formatCount(kept, locale)}</Cell>
            <Cell numeric>{formatBytes(bytes, locale)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
