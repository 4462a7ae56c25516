'use client'

import type { StoredSizesAnswer } from '#lib/api/server/retention.ts'
import { Failed, Waiting } from '#components/ui/form/empty.tsx'
import { Cell, HeadCell, Table } from '#components/ui/table.tsx'
import { formatBytes, formatCount, formatShare } from '#lib/text/format.ts'
import { useStoredSizes } from '#lib/queries/admin/admin.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'

const rows = [
  { name: 'postings', shade: 'bg-ink-2', label: 'storedPostings' },
  { name: 'searchDocuments', shade: 'bg-unknown', label: 'storedSearchDocuments' },
  { name: 'polls', shade: 'bg-line-strong', label: 'storedPolls' },
  { name: 'pollDays', shade: 'bg-control', label: 'storedPollDays' },
  { name: 'forgotten', shade: 'bg-line', label: 'storedForgotten' },
] as const

/** The sizes on the disk of everything that the rules are about. */
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
  const total = rows.reduce((sum, { name }) => sum + sizes.data[name].bytes, 0)
  const largest = rows.toSorted((one, other) => sizes.data[other.name].bytes - sizes.data[one.name].bytes)[0]
  return (
    <>
      {largest !== undefined && total > 0 && (
        <>
          <div aria-hidden className="flex h-4 gap-px overflow-hidden rounded-2">
            {rows.map(({ name, shade }) => (
              <span
                key={name}
                className={shade}
                style={{ width: `${(100 * sizes.data[name].bytes) / total}%` }}
              />
            ))}
          </div>
          <p className="mt-2 mb-3 text-12 text-ink-2">
            {t('storedSentence', {
              size: formatBytes(total, locale),
              largest: t(largest.label),
              share: formatShare(sizes.data[largest.name].bytes / total, locale),
            })}
          </p>
        </>
      )}
      <Sizes sizes={sizes.data} />
    </>
  )
}

function Sizes({ sizes }: { readonly sizes: StoredSizesAnswer }) {
  const t = useWords('admin')
  const locale = useLocale()
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
        {rows.map(({ name, label, shade }) => (
          <tr key={name}>
            <HeadCell
              scope="row"
              className="border-line py-2.5 align-middle text-13 font-[450] whitespace-normal text-ink"
            >
              <span aria-hidden className={`me-2 inline-block size-2.5 rounded-1 ${shade}`} />
              {t(label)}
            </HeadCell>
            <Cell numeric>{formatCount(sizes[name].count, locale)}</Cell>
            <Cell numeric>{formatBytes(sizes[name].bytes, locale)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
