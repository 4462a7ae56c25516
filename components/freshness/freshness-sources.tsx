'use client'

import Link from 'next/link'
import type { FreshnessRow, FreshnessSort } from '#lib/api/freshness.ts'
import { LateCause } from '#components/sources/late-cause.tsx'
import { Cell, HeadCell, Table } from '#components/ui/table.tsx'
import { formatCount, formatDuration, formatShare } from '#lib/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'

const columns = [
  { sort: 'state', name: 'keptHead' },
  { sort: 'promise', name: 'promise' },
  { sort: 'median', name: 'medianHead' },
  { sort: 'p90', name: 'p90Head' },
] as const

type FreshnessSourcesProps = {
  readonly sources: readonly FreshnessRow[]
  readonly sort: FreshnessSort
  readonly onSort: (sort: FreshnessSort) => void
}

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
              aria-sort={sort === column.sort ? 'descending' : undefined}
            >
              <SortButton
                isSorted={sort === column.sort}
                name={t(column.name)}
                onPress={() => onSort(column.sort)}
              />
            </HeadCell>
          ))}
          <HeadCell numeric>{t('postings')}</HeadCell>
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
      className={`cursor-pointer hover:text-ink max-sm:min-h-11 ${isSorted ? 'text-ink underline underline-offset-3' : ''}`}
    >
      {name}
    </button>
  )
}

function SourceRow({ source }: { readonly source: FreshnessRow }) {
  const t = useWords('sources')
  const locale = useLocale()
  const duration = (ms: number | null) =>
    ms === null ? t('unknown') : formatDuration(Math.max(0, ms), locale)
  return (
    <tr>
      <th
        scope="row"
        className="max-w-[40ch] min-w-36 border-b border-line py-2 text-start text-13 font-medium max-sm:max-w-40"
      >
        <Link
          href={`/sources/${source.sourceId}`}
          prefetch={false}
          dir="auto"
          className="block truncate hover:underline"
        >
          {source.title}
        </Link>
      </th>
      <Cell>
        <State source={source} />
      </Cell>
      <Cell numeric>{duration(source.promiseMs)}</Cell>
      <Cell numeric>{duration(source.medianMs)}</Cell>
      <Cell numeric>{duration(source.p90Ms)}</Cell>
      <Cell numeric>{formatCount(source.count, locale)}</Cell>
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
