'use client'

import Link from 'next/link'
import type { FreshnessRow, FreshnessSort } from '#lib/api/freshness/freshness.ts'
import { LateCause } from '#components/sources/source/late-cause.tsx'
import { Cell, HeadCell, Table } from '#components/ui/table.tsx'
import { formatCount, formatDuration, formatShare } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { NotMeasured } from './not-measured.tsx'

const columns = [
  { sort: 'state', name: 'stateKept' },
  { sort: 'promise', name: 'promise' },
  { sort: 'median', name: 'medianHead' },
  { sort: 'p90', name: 'p90Head' },
] as const

type FreshnessSourcesProps = {
  readonly sources: readonly FreshnessRow[]
  readonly sort: FreshnessSort
  readonly onSort: (sort: FreshnessSort) => void
}

/** On phones the state stands below the name, so that the delays are seen beside it. */
const phoneCell = 'max-sm:ps-2 max-sm:pe-0 max-sm:whitespace-normal'

/** The subscriber's sources by delay; a column's head puts its worst first. */
export function FreshnessSources({ sources, sort, onSort }: FreshnessSourcesProps) {
  const t = useWords('sources')
  return (
    <Table>
      <thead>
        <tr>
          <HeadCell aria-sort={sort === 'title' ? 'ascending' : undefined}>
            <SortButton isSorted={sort === 'title'} name={t('source')} onPress={() => onSort('title')} />
          </HeadCell>
          {columns.map((column) => (
            <HeadCell
              key={column.sort}
              numeric={column.sort !== 'state'}
              className={column.sort === 'state' ? 'max-sm:hidden' : phoneCell}
              aria-sort={sort === column.sort ? 'descending' : undefined}
            >
              <SortButton
                isSorted={sort === column.sort}
                name={t(column.name)}
                onPress={() => onSort(column.sort)}
              />
            </HeadCell>
          ))}
          <HeadCell numeric className="max-sm:hidden">
            {t('postings')}
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <SourceRow key={source.sourceId} source={source} />
        ))}
      </tbody>
    </Table>
  )
}

type SortButtonProps = { readonly isSorted: boolean; readonly name: string; readonly onPress: () => void }

function SortButton({ isSorted, name, onPress }: SortButtonProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      className={`cursor-pointer hover:text-ink max-sm:min-h-11 max-sm:text-[inherit] ${isSorted ? 'text-ink underline underline-offset-3' : ''}`}
    >
      {name}
    </button>
  )
}

function SourceRow({ source }: { readonly source: FreshnessRow }) {
  const locale = useLocale()
  const duration = (ms: number | null) =>
    ms === null ? <NotMeasured /> : formatDuration(Math.max(0, ms), locale)
  return (
    <tr>
      <th
        scope="row"
        className="max-w-[40ch] min-w-36 border-b border-line py-2 text-start text-13 font-medium max-lg:w-full max-lg:max-w-0 max-sm:min-w-28"
      >
        <Link
          href={`/sources/${source.sourceId}`}
          prefetch={false}
          dir="auto"
          className="block truncate text-as-parent hover:underline pointer-coarse:py-2"
        >
          {source.title}
        </Link>
        <span className="block text-12 font-[450] sm:hidden">
          <State source={source} />
        </span>
      </th>
      <Cell className="max-sm:hidden">
        <State source={source} />
      </Cell>
      <Cell numeric className={phoneCell}>
        {duration(source.promiseMs)}
      </Cell>
      <Cell numeric className={phoneCell}>
        {duration(source.medianMs)}
      </Cell>
      <Cell numeric className={phoneCell}>
        {duration(source.p90Ms)}
      </Cell>
      <Cell numeric className="max-sm:hidden">
        {formatCount(source.count, locale)}
      </Cell>
    </tr>
  )
}

function State({ source: { state, keptShare, cause } }: { readonly source: FreshnessRow }) {
  const t = useWords('sources')
  const locale = useLocale()
  if (state === 'learning') return <span className="text-ink-3">{t('learningShort')}</span>
  const share = formatShare(keptShare, locale)
  if (state === 'kept') return <span className="text-fresh">{t('keptShort', { share })}</span>
  return (
    <>
      <span className="font-[550] text-late">{t('brokenShort', { share })}</span>
      <span className="block text-12 text-ink-3">
        <LateCause cause={cause} />
      </span>
    </>
  )
}
