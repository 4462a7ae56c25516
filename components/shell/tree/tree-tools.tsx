'use client'

import type { RefObject } from 'react'
import { FolderMenu } from '#components/organising/folder-menu.tsx'
import { LabelMenu } from '#components/organising/label-menu.tsx'
import { SubscriptionMenu } from '#components/organising/subscription-menu.tsx'
import type { SourceOrder } from '#lib/api/organising/organising.ts'
import { useFolders } from '#lib/queries/organising/folders.ts'
import { useLabels } from '#lib/queries/organising/labels.ts'
import { useSubscriptions } from '#lib/queries/organising/subscriptions.ts'
import { TreeDrag } from './tree-drag.tsx'

/** The act on a row that somebody began. */
export type TreeTool =
  | { readonly kind: 'menu'; readonly row: HTMLElement; readonly x: number; readonly y: number }
  | { readonly kind: 'drag'; readonly row: HTMLElement }

type TreeToolsProps = {
  readonly tool: TreeTool
  readonly order: SourceOrder
  readonly box: RefObject<HTMLElement | null>
  readonly onDone: () => void
}

/** The menu of a row, or its dragging. */
export function TreeTools({ tool, order, box, onDone }: TreeToolsProps) {
  const folders = useFolders().data
  const subscriptions = useSubscriptions().data
  const labels = useLabels().data
  if (tool.kind === 'drag') return <TreeDrag row={tool.row} order={order} box={box} onDone={onDone} />
  const [kind] = tool.row.dataset['row']?.split(':') ?? []
  const id = Number(tool.row.dataset['id'])
  const place = { x: tool.x, y: tool.y, returnTo: tool.row.querySelector('a') }
  const key = `${kind}${id}/${tool.x}/${tool.y}`
  if (kind === 'folder') {
    const folder = folders?.find((each) => each.id === id)
    return folder ? <FolderMenu key={key} folder={folder} place={place} onClose={onDone} /> : null
  }
  if (kind === 'label') {
    const label = labels?.find((each) => each.id === id)
    return label ? <LabelMenu key={key} label={label} place={place} onClose={onDone} /> : null
  }
  const item = subscriptions?.find((each) => each.id === id)
  return item ? <SubscriptionMenu key={key} item={item} place={place} onClose={onDone} /> : null
}
