'use client'

import { Failed, Waiting } from '#components/ui/form/empty.tsx'
import { Cell, HeadCell, Table } from '#components/ui/table.tsx'
import { formatCount, formatBytes } from '#lib/text/format.ts'
import { useStoredSizes } from '#lib/queries/admin/admin.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'

const rows = [
  { name: 'postings', label: 'storedPostings' },
  { name: 'searchDocuments', label: 'storedSearchDocuments' },
  { name: 'polls', label: 'storedPolls' },
  { name: 'pollDays', label: 'storedPollDays' },
  { name: 'forgotten', label: 'storedForgotten' },
] as const

/** How much is stored of what the rules are about, on the disk. */
export function StoredSizes() {
  const t = useWords('admin')
  const locale = useLocale()
  const sizes = useStoredSizes()
  if (sizes.isPending) return <Waiting rows={rows.length} rowHeight={44} />
  if (sizes.isError)
    return (
      <Failed
        title={t('sizesFailed')}
        error={sizes.error}
        onRetry={() => void sizes.refetch()}
        className="px-0"
      />
    )
  return (
    <Table>
      <caption className="sr-only">{t('stored')}</caption>
      <thead>
        <tr>
          <HeadCell>{t('what')}</HeadCell>
          <HeadCell numeric>{t('number')}</HeadCell>
          <HeadCell numeric>{t('size')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, label }) => (
          <tr key={name}>
            <HeadCell
              scope="row"
              className="border-line py-2.5 align-middle text-13 font-[450] whitespace-normal text-ink"
            >
              {t(label)}
            </HeadCell>
            <Cell numeric>{formatCount(sizes.data[name].count, locale)}</Cell>
            <Cell numeric>{formatBytes(sizes.data[name].bytes, locale)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
