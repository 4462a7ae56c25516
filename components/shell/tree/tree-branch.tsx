'use client'

import { BellOff, ChevronRight, Tag } from 'lucide-react'
import { memo, Suspense } from 'react'
import { shownUnread, type FolderBranch, type Tree } from '#components/organising/build-tree.ts'
import { cn } from '#components/ui/class-names.ts'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import { SourceAvatar } from '#components/ui/source-avatar.tsx'
import type { UnreadCounts } from '#lib/api/lists/counts.ts'
import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { indent, Row } from './tree-row.tsx'

// Most readers have no source in trouble: its words are loaded where one is.
const TroubleMark = lazyPart(async () => (await import('./trouble-mark.tsx')).TroubleMark)

/** The things that all rows need to know; the same object until something changes. */
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
      {tree.folders.map((branch) => {
        const key = `folder:${branch.folder.id}`
        return (
          <FolderRow
            key={key}
            branch={branch}
            depth={depth}
            inside={state.isOpen(branch) ? state : null}
            isCurrent={currentKey === key}
            isTabStop={tabKey === key}
          />
        )
      })}
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

type FolderRowProps = {
  readonly branch: FolderBranch
  /** The things that its rows need to know while it is open; null while it is closed. */
  readonly inside: TreeState | null
  readonly isCurrent: boolean
  readonly isTabStop: boolean
  readonly depth: number
}

const FolderRow = memo(function FolderRow({ branch, inside, isCurrent, isTabStop, depth }: FolderRowProps) {
  const t = useWords('organising')
  const { folder, size } = branch
  const isOpen = inside !== null
  const isMuch = isOpen && size > manyRows
  return (
    <li
      style={
        isMuch ? { contentVisibility: 'auto', containIntrinsicBlockSize: `auto ${size * 28}px` } : undefined
      }
    >
      <Row
        href={`/?folder=${folder.id}`}
        rowKey={`folder:${folder.id}`}
        id={folder.id}
        name={folder.name}
        unread={branch.unread}
        depth={depth}
        isCurrent={isCurrent}
        isTabStop={isTabStop}
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
          <TreeBranch tree={branch} state={inside} depth={depth + 1} />
        </ul>
      ) : null}
    </li>
  )
})

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
        rowKey={`source:${item.sourceId}`}
        id={item.id}
        name={item.title}
        unread={unread}
        depth={depth}
        isCurrent={isCurrent}
        isTabStop={isTabStop}
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
            <HealthMark health={item.health} />
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
        rowKey={`label:${id}`}
        id={id}
        name={name}
        depth={0}
        unread={state.counts?.byLabel[id] ?? 0}
        isCurrent={state.currentKey === `label:${id}`}
        isTabStop={state.tabKey === `label:${id}`}
        more={t('labelMore', { label: name })}
        icon={<Tag aria-hidden size={15} strokeWidth={1.75} className="mx-px shrink-0" />}
      />
    </li>
  )
}

function HealthMark({ health }: Pick<SubscriptionItem, 'health'>) {
  if (health.kind === 'ok' || health.kind === 'waiting' || health.reason === null) return null
  return (
    <Suspense>
      <TroubleMark reason={health.reason} />
    </Suspense>
  )
}
