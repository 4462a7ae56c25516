'use client'

import { BellOff, ChevronRight, Ellipsis, Tag, TriangleAlert } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { shownUnread, type FolderBranch, type Tree } from '#components/organising/build-tree.ts'
import { cn } from '#components/ui/class-names.ts'
import { SourceAvatar } from '#components/ui/source-avatar.tsx'
import type { UnreadCounts } from '#lib/api/postings.ts'
import type { SubscriptionItem } from '#lib/api/subscriptions.ts'
import { formatUnread } from '#lib/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'

/** What all rows need to know; the same object until something changes. */
export type TreeState = {
  readonly counts: UnreadCounts | undefined
  /** "folder:3", "source:12": the list that is shown, and the row that Tab leads to. */
  readonly currentKey: string | null
  readonly tabKey: string | null
  readonly isOpen: (branch: FolderBranch) => boolean
}

type BranchProps = { readonly tree: Tree; readonly state: TreeState; readonly depth: number }

/** Folders with what stands in them, then sources. */
export function TreeBranch({ tree, state, depth }: BranchProps) {
  const { counts, currentKey, tabKey } = state
  return (
    <>
      {tree.folders.map((branch) => (
        <FolderRow key={branch.folder.id} branch={branch} state={state} depth={depth} />
      ))}
      {tree.sources.map((item) => (
        <SourceRow
          key={item.id}
          item={item}
          unread={shownUnread(counts, item)}
          isCurrent={currentKey === `source:${item.sourceId}`}
          isTabStop={tabKey === `source:${item.sourceId}`}
          depth={depth}
        />
      ))}
    </>
  )
}

/** From so many rows on, a folder out of sight is neither laid out nor painted. */
const manyRows = 30

type FolderRowProps = { readonly branch: FolderBranch; readonly state: TreeState; readonly depth: number }

function FolderRow({ branch, state, depth }: FolderRowProps) {
  const t = useWords('organising')
  const { folder, size } = branch
  const key = `folder:${folder.id}`
  const isOpen = state.isOpen(branch)
  const isMuch = isOpen && size > manyRows
  return (
    <li
      style={
        isMuch ? { contentVisibility: 'auto', containIntrinsicBlockSize: `auto ${size * 28}px` } : undefined
      }
    >
      <Row
        href={`/?folder=${folder.id}`}
        {...{ rowKey: key, id: folder.id, name: folder.name, unread: branch.unread, depth }}
        isCurrent={state.currentKey === key}
        isTabStop={state.tabKey === key}
        more={t('folderMore', { folder: folder.name })}
        className="font-[500]"
        lead={
          <button
            type="button"
            tabIndex={-1}
            data-toggle={folder.id}
            aria-expanded={isOpen}
            aria-label={t('sourcesOf', { folder: folder.name })}
            className="absolute start-0 z-10 grid size-6 place-items-center rounded-1 text-ink-3 hover:bg-hover hover:text-ink pointer-coarse:-start-2 pointer-coarse:size-11"
            style={{ marginInlineStart: 4 + depth * indent }}
          >
            <ChevronRight
              aria-hidden
              size={14}
              strokeWidth={1.75}
              className={cn(
                'transition-transform duration-(--quick)',
                isOpen ? 'rotate-90' : 'rtl:rotate-180',
              )}
            />
          </button>
        }
      />
      {isOpen && (branch.folders.length > 0 || branch.sources.length > 0) ? (
        <ul>
          <TreeBranch tree={branch} state={state} depth={depth + 1} />
        </ul>
      ) : null}
    </li>
  )
}

type SourceRowProps = {
  readonly item: SubscriptionItem
  readonly unread: number
  readonly isCurrent: boolean
  readonly isTabStop: boolean
  readonly depth: number
}

const SourceRow = memo(function SourceRow({ item, unread, isCurrent, isTabStop, depth }: SourceRowProps) {
  const t = useWords('organising')
  return (
    <li>
      <Row
        href={`/?source=${item.sourceId}`}
        {...{
          rowKey: `source:${item.sourceId}`,
          id: item.id,
          name: item.title,
          unread,
          depth,
          isCurrent,
          isTabStop,
        }}
        more={t('sourceMore', { source: item.title })}
        icon={<SourceAvatar title={item.title} iconUrl={item.iconUrl} />}
        mark={
          <>
            {item.isMuted ? (
              <span title={t('muted')} className="text-ink-3">
                <BellOff aria-hidden size={13} strokeWidth={1.75} />
                <span className="sr-only">{t('muted')}</span>
              </span>
            ) : null}
            <HealthMark item={item} />
          </>
        }
      />
    </li>
  )
})

/** A label in the list of them. */
export function LabelRow({
  id,
  name,
  state,
}: {
  readonly id: number
  readonly name: string
  readonly state: TreeState
}) {
  const t = useWords('organising')
  return (
    <li>
      <Row
        href={`/?label=${id}`}
        {...{ rowKey: `label:${id}`, id, name, depth: 0, unread: state.counts?.byLabel[id] ?? 0 }}
        isCurrent={state.currentKey === `label:${id}`}
        isTabStop={state.tabKey === `label:${id}`}
        more={t('labelMore', { label: name })}
        icon={<Tag aria-hidden size={15} strokeWidth={1.75} className="mx-px shrink-0" />}
      />
    </li>
  )
}

/** A triangle where a source does not answer or has ended; the words come with it. */
function HealthMark({ item: { health } }: { readonly item: SubscriptionItem }) {
  const t = useWords('shell')
  if (health.kind === 'ok' || health.kind === 'waiting') return null
  const words = health.message ?? (health.kind === 'gone' ? t('ended') : t('unanswered'))
  return (
    <span title={words} className="text-broken">
      <TriangleAlert aria-hidden size={14} strokeWidth={1.75} />
      <span className="sr-only">{words}</span>
    </span>
  )
}

const indent = 16

type RowProps = {
  readonly href: string
  readonly rowKey: string
  readonly id: number
  readonly name: string
  readonly unread: number
  readonly depth: number
  readonly isCurrent: boolean
  readonly isTabStop: boolean
  /** The name of the button with what can be done with it. */
  readonly more: string
  readonly lead?: ReactNode
  readonly icon?: ReactNode
  readonly mark?: ReactNode
  readonly className?: string
}

/** One line. Clicks, keys and drags are heard by the tree around: there may be thousands of lines. */
function Row({ href, rowKey, id, name, unread, depth, isCurrent, isTabStop, more, ...parts }: RowProps) {
  const t = useWords('shell')
  const locale = useLocale()
  return (
    <div
      data-row={rowKey}
      data-id={id}
      className="group/row relative flex h-7 items-center pointer-coarse:h-11"
    >
      {parts.lead}
      <a
        href={href}
        draggable
        tabIndex={isTabStop ? 0 : -1}
        aria-current={isCurrent ? 'page' : undefined}
        style={{ paddingInlineStart: 31 + (parts.lead ? depth : depth - (depth > 0 ? 1 : 0)) * indent }}
        className={cn(
          'flex h-full min-w-0 flex-1 items-center gap-[9px] rounded-2 pe-2 font-[450] select-none',
          isCurrent
            ? 'bg-paper font-[600] text-ink shadow-[0_0_0_1px_var(--line)]'
            : 'text-ink-2 hover:bg-hover hover:text-ink',
          unread > 0 && 'text-ink',
          depth === 0 && !parts.lead && 'rounded-2',
          parts.className,
        )}
      >
        {parts.icon}
        <span className="min-w-0 flex-1 truncate">
          <bdi>{name}</bdi>
        </span>
        {parts.mark}
        {unread > 0 ? (
          <span
            className={cn(
              'text-12 font-[500] pointer-fine:group-hover/row:opacity-0',
              isCurrent ? 'font-[600] text-ink' : 'text-ink-3',
            )}
          >
            {formatUnread(unread, locale)}
            <span className="sr-only">{` ${t('unread')}`}</span>
          </span>
        ) : null}
      </a>
      <button
        type="button"
        tabIndex={-1}
        data-more
        aria-haspopup="menu"
        aria-label={more}
        className="grid size-6 shrink-0 place-items-center rounded-1 text-ink-3 hover:bg-pressed hover:text-ink focus-visible:opacity-100 pointer-coarse:size-9 pointer-fine:absolute pointer-fine:end-1 pointer-fine:opacity-0 pointer-fine:group-hover/row:opacity-100"
      >
        <Ellipsis aria-hidden size={15} strokeWidth={1.75} />
      </button>
    </div>
  )
}
