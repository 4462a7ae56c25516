'use client'

import { Tag as TagIcon } from 'lucide-react'
import Link from 'next/link'
import { useGo } from '#components/ui/use-go.ts'
import { Tag } from '#components/ui/tag.tsx'
import { useLabels } from '#lib/queries/organising/labels.ts'
import { useWords } from '#lib/words/use-words.tsx'

type PostingLabelsProps = { readonly labelIds: readonly number[] }

/** More would leave the name of the source no room. */
const mostInRow = 2

/** The labels of a posting in its row: two names, and the number of the others. */
export function RowLabels({ labelIds }: PostingLabelsProps) {
  const t = useWords('reading')
  const names = useNames(labelIds)
  if (names.length === 0) return null
  const shown = names.slice(0, mostInRow)
  return (
    <span className="flex min-w-0 shrink-[2] gap-1 overflow-hidden">
      <span className="sr-only">{t('labels')}: </span>
      {shown.map(({ id, name }) => (
        <Tag key={id}>
          <bdi className="inline-block max-w-20 truncate align-bottom">{name}</bdi>
        </Tag>
      ))}
      {names.length > mostInRow ? (
        <span title={names.map(({ name }) => name).join(', ')}>+{names.length - mostInRow}</span>
      ) : null}
    </span>
  )
}

/** The same above a text: each leads to the list of its label. */
export function TextLabels({ labelIds }: PostingLabelsProps) {
  const t = useWords('reading')
  const names = useNames(labelIds)
  const go = useGo()
  if (names.length === 0) return null
  return (
    <ul aria-label={t('labels')} className="mt-2 flex flex-wrap gap-1.5">
      {names.map(({ id, name }) => (
        <li key={id} className="min-w-0">
          <Link
            href={`/?label=${id}`}
            prefetch={false}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
              // A list needs no page of the server: it opens without one, too.
              event.preventDefault()
              go(`/?label=${id}`)
            }}
            className="inline-flex max-w-full items-center gap-1 rounded-2 border border-line-strong px-2 text-12/[24px] font-[550] text-ink-2 hover:border-control hover:text-ink pointer-coarse:min-h-11 pointer-coarse:px-3"
          >
            <TagIcon size={12} strokeWidth={1.75} aria-hidden className="shrink-0" />
            <bdi className="truncate">{name}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** By name; one that was deleted meanwhile is left out. */
function useNames(labelIds: readonly number[]) {
  const labels = useLabels().data ?? []
  return labels.filter(({ id }) => labelIds.includes(id)).toSorted((a, b) => a.name.localeCompare(b.name))
}
