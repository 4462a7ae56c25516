'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { memo, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { buildTree, type FolderBranch, type Tree } from '#components/organising/build-tree.ts'
import { Failed } from '#components/ui/form/empty.tsx'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import { useGo } from '#components/ui/use-go.ts'
import type { LabelItem } from '#lib/api/organising/organising.ts'
import { useCounts } from '#lib/queries/postings/counts.ts'
import { useFolders } from '#lib/queries/organising/folders.ts'
import { useLabels } from '#lib/queries/organising/labels.ts'
import { useOrganising } from '#lib/queries/organising/organising.ts'
import { useSubscriptions } from '#lib/queries/organising/subscriptions.ts'
import { useLanguage, useWords } from '#lib/words/use-words.tsx'
import { drawnRows, tabStop } from '#components/shell/drawn-rows.ts'
import { useOpenFolders } from './open-folders.ts'
import { LabelRow, TreeBranch, type TreeState } from './tree-branch.tsx'
import { listenToTree, type TreeListeners } from './tree-events.ts'
import { TreeOrder } from './tree-order.tsx'
import type { TreeTool } from './tree-tools.tsx'

const loadTools = () => import('./tree-tools.tsx')
const TreeTools = lazyPart(async () => (await loadTools()).TreeTools)

type TreeProps = { readonly onNavigate?: () => void }

/** Up to so many sources all folders are open until somebody closes them. */
const fewSources = 60
const noLabels: readonly LabelItem[] = []
const defaultSettings = { order: 'name', shown: 'all' } as const

/** Folders in folders with their sources, then the sources without a folder, then labels. */
export function FolderTree({ onNavigate }: TreeProps) {
  const t = useWords('organising')
  const folders = useFolders()
  const subscriptions = useSubscriptions()
  const labels = useLabels().data ?? noLabels
  const organising = useOrganising()
  const settings = organising.data ?? defaultSettings
  const current = useCurrentList()
  // Where nothing is hidden, going to another list leaves the tree as it is.
  const kept = settings.shown === 'all' ? null : current
  // After the act that changed them is to be seen: the tree may be long.
  const counts = useDeferredValue(useCounts().data)
  const language = useLanguage()
  const tree = useMemo((): Tree => {
    const collator = new Intl.Collator(language)
    const facts = { folders: folders.data ?? [], subscriptions: subscriptions.data ?? [] }
    return buildTree({ ...facts, counts, settings, ...(kept === null ? {} : { kept }), collator })
  }, [folders.data, subscriptions.data, counts, settings, kept, language])
  if (folders.isError || subscriptions.isError) {
    const retry = () => void Promise.all([folders.refetch(), subscriptions.refetch()])
    return <Failed title={t('sourcesFailed')} onRetry={retry} className="px-2 py-4" />
  }
  if (!folders.data || !subscriptions.data || organising.isPending) return null
  const hasAll = subscriptions.data.length <= fewSources
  return (
    <LiveTree
      tree={tree}
      labels={labels}
      current={current}
      counts={counts}
      hasAll={hasAll}
      onNavigate={onNavigate}
      order={settings.order}
    />
  )
}

/** The list that the address shows. */
function useCurrentList() {
  const pathname = usePathname()
  const search = useSearchParams()
  const read = (name: string) => Number(pathname === '/' ? search.get(name) : null) || undefined
  const folderId = read('folder')
  const sourceId = read('source')
  const labelId = read('label')
  return useMemo(() => ({ folderId, sourceId, labelId }), [folderId, sourceId, labelId])
}

type LiveTreeProps = TreeProps & {
  readonly tree: Tree
  readonly labels: readonly LabelItem[]
  readonly current: ReturnType<typeof useCurrentList>
  readonly counts: TreeState['counts']
  /** Folders nobody touched are open. */
  readonly hasAll: boolean
  readonly order: (typeof defaultSettings)['order'] | 'unread' | 'newest' | 'own'
}

/** Drawn again when something of it changes, not with each posting that is opened. */
const LiveTree = memo(function LiveTree(props: LiveTreeProps) {
  const { tree, labels, current, counts, hasAll, onNavigate, order } = props
  const t = useWords('organising')
  const [focusedKey, setFocusedKey] = useState<string | null>(null)
  const { box, tool, setTool } = useTreeTools(setFocusedKey, onNavigate)
  const opened = useOpenFolders()
  const currentKey = keyOf(current)
  const state = useMemo((): TreeState => {
    const holds = (branch: FolderBranch): boolean =>
      branch.sources.some((each) => each.sourceId === current.sourceId) ||
      branch.folders.some((each) => each.folder.id === current.folderId || holds(each))
    const isOpen = (branch: FolderBranch) => opened[branch.folder.id] ?? (hasAll || holds(branch))
    const tabKey = tabStop([focusedKey, currentKey], drawnRows(tree, labels, isOpen))
    return { counts, currentKey, tabKey, isOpen }
  }, [counts, current, currentKey, focusedKey, hasAll, labels, opened, tree])
  const hasFolders = tree.folders.length > 0
  return (
    <div ref={box} className="relative">
      <TreeHead tools={<TreeOrder />}>{hasFolders ? t('folders') : t('sources')}</TreeHead>
      <ul>
        <TreeBranch tree={{ folders: tree.folders, sources: [] }} state={state} depth={0} />
      </ul>
      {hasFolders && tree.sources.length > 0 ? <TreeHead>{t('sources')}</TreeHead> : null}
      <ul>
        <TreeBranch tree={{ folders: [], sources: tree.sources }} state={state} depth={0} />
      </ul>
      {labels.length > 0 ? <TreeHead>{t('labels')}</TreeHead> : null}
      <ul>
        {labels.map(({ id, name }) => (
          <LabelRow key={id} id={id} name={name} state={state} />
        ))}
      </ul>
      {tool === null ? null : (
        <Suspense>
          <TreeTools tool={tool} order={order} box={box} onDone={() => setTool(null)} />
        </Suspense>
      )}
    </div>
  )
})

/** Menus and dragging, whose code comes when somebody touches the tree. */
function useTreeTools(onFocus: (rowKey: string) => void, onNavigate: (() => void) | undefined) {
  const box = useRef<HTMLDivElement>(null)
  const [tool, setTool] = useState<TreeTool | null>(null)
  const go = useGo()
  const listeners = useRef<TreeListeners>(null)
  useEffect(() => {
    listeners.current = {
      onFocus,
      onTouch: () => void loadTools().catch(() => undefined), // they say so when they are needed
      onDrag: (row) => setTool({ kind: 'drag', row }),
      onMenu: (row, x, y) => setTool({ kind: 'menu', row, x, y }),
      navigate: (href) => {
        go(href)
        onNavigate?.()
      },
    }
  })
  useEffect(() => {
    const stop = new AbortController()
    if (box.current) {
      listenToTree(
        box.current,
        () => {
          if (listeners.current === null) throw new Error('The tree is heard before it is there.')
          return listeners.current
        },
        stop.signal,
      )
    }
    return () => stop.abort()
  }, [])
  return { box, tool, setTool }
}

function keyOf({ folderId, sourceId, labelId }: ReturnType<typeof useCurrentList>): string | null {
  if (folderId !== undefined) return `folder:${folderId}`
  if (sourceId !== undefined) return `source:${sourceId}`
  return labelId === undefined ? null : `label:${labelId}`
}

type HeadProps = { readonly children: string; readonly tools?: ReactNode }

function TreeHead({ children, tools }: HeadProps) {
  return (
    <div data-top className="flex h-9 items-end gap-2 px-2 pb-1">
      <h2 className="flex-1 text-11 font-[600] text-ink-3">{children}</h2>
      {tools}
    </div>
  )
}
