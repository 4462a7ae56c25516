import Link from 'next/link'
import type { FreshnessSummary, ReadingFreshness } from '#lib/api/freshness/freshness.ts'
import { Cell, HeadCell, Table } from '#components/ui/table.tsx'
import { formatCount, formatDuration, formatShare } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { NotMeasured } from './not-measured.tsx'

const withins = [5, 15, 60] as const

/** Delays of all that the subscriber reads, and by folder, the slowest first. */
export function FreshnessSummaries({ overall, folders }: Pick<ReadingFreshness, 'overall' | 'folders'>) {
  const t = useWords('sources')
  const locale = useLocale()
  return (
    <Table>
      <thead>
        <tr>
          <HeadCell>{t('folder')}</HeadCell>
          <HeadCell numeric className="max-sm:hidden">
            {t('postings')}
          </HeadCell>
          <HeadCell numeric className="max-lg:whitespace-normal">
            {t('medianHead')}
          </HeadCell>
          <HeadCell numeric className="max-lg:whitespace-normal max-sm:pe-0">
            {t('p90Head')}
          </HeadCell>
          {withins.map((minutes) => (
            <HeadCell key={minutes} numeric className="max-lg:whitespace-normal max-sm:hidden">
              {t('withinHead', { duration: formatDuration(minutes * 60_000, locale) })}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        <SummaryRow name={t('allSourcesRead')} href="/" summary={overall} />
        {folders.map(({ folderId, name, ...summary }) => (
          <SummaryRow
            key={folderId ?? 0}
            name={name ?? t('withoutFolder')}
            href={folderId === null ? null : `/?folder=${folderId}`}
            summary={summary}
          />
        ))}
      </tbody>
    </Table>
  )
}

type SummaryRowProps = {
  readonly name: string
  /** The list of these postings; null: there is none. */
  readonly href: string | null
  readonly summary: FreshnessSummary
}

function SummaryRow({ name, href, summary }: SummaryRowProps) {
  const t = useWords('sources')
  const locale = useLocale()
  const { count, medianMs, p90Ms, within5, within15, within60 } = summary
  const duration = (ms: number | null) =>
    ms === null ? <NotMeasured /> : formatDuration(Math.max(0, ms), locale)
  return (
    <tr>
      <th
        scope="row"
        className="min-w-36 border-b border-line py-2 text-start text-13 font-medium wrap-anywhere"
      >
        {href === null ? (
          <bdi>{name}</bdi>
        ) : (
          <Link href={href} prefetch={false} className="hover:underline">
            <bdi>{name}</bdi>
          </Link>
        )}
        <span className="block text-12 font-[450] text-ink-3 sm:hidden">
          {t('postingCount', { count })}
          {count > 0 && ` · ${t('withinMinutes', { share: formatShare(within15, locale), minutes: 15 })}`}
        </span>
      </th>
      <Cell numeric className="max-sm:hidden">
        {formatCount(count, locale)}
      </Cell>
      <Cell numeric>{duration(medianMs)}</Cell>
      <Cell numeric className="max-sm:pe-0">
        {duration(p90Ms)}
      </Cell>
      {[within5, within15, within60].map((share, index) => (
        <Cell key={withins[index]} numeric className="max-sm:hidden">
          {formatShare(share, locale)}
        </Cell>
      ))}
    </tr>
  )
}
