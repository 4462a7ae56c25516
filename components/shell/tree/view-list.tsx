'use client'

import { Ellipsis, Funnel } from 'lucide-react'
import { useState, type DragEvent } from 'react'
import { cn } from '#components/ui/class-names.ts'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import { OpenLater } from '#components/ui/open/open-later.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import type { ViewChange, ViewItem } from '#lib/api/lists/search.ts'
import { useChangeViews } from '#lib/queries/organising/view-acts.ts'
import { useViewCounts } from '#lib/queries/organising/views.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { NavLink } from './nav-link.tsx'
import { dropView, moveView, viewAddress } from './view-order.ts'

const ViewMenu = lazyPart(async () => (await import('./view-menu.tsx')).ViewMenu)

type ViewListProps = { readonly views: readonly ViewItem[]; readonly onNavigate?: (() => void) | undefined }

/** Saved searches with what is unread in them. Dragging changes their order, as the menu does. */
export function ViewList({ views, onNavigate }: ViewListProps) {
  const t = useWords('views')
  const counts = useViewCounts().data
  const change = useChangeViews()
  const [dragged, setDragged] = useState<number | null>(null)
  /** The gap that it would go into, where the line is drawn: 0 is before the first. */
  const [gap, setGap] = useState<number | null>(null)
  function save(changes: readonly { readonly id: number; readonly change: ViewChange }[]) {
    if (changes.length > 0) change.mutate(changes, { onError: (error) => showError(t('notSaved'), error) })
  }
  const move = (id: number, to: number) => save(moveView(views, id, to))
  function drop(event: DragEvent, place: number) {
    event.preventDefault()
    if (dragged !== null) save(dropView(views, dragged, gapAt(event, place)))
    setDragged(null)
    setGap(null)
  }
  return (
    <>
      <h2 className="px-2 pt-3.5 pb-1 text-11 font-[600] text-ink-3">{t('views')}</h2>
      <ul>
        {views.map((view, place) => (
          <li
            key={view.id}
            draggable
            onDragStart={() => setDragged(view.id)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              if (dragged === null) return
              event.preventDefault()
              setGap(gapAt(event, place))
            }}
            onDragLeave={() => setGap(null)}
            onDrop={(event) => drop(event, place)}
            className={cn(
              'group relative',
              dragged === view.id && 'opacity-50',
              dragged !== null &&
                (gap === place || (gap === views.length && place === views.length - 1)) &&
                'before:absolute before:inset-x-2 before:h-0.5 before:bg-ink',
              gap === place ? 'before:top-0' : 'before:bottom-0',
            )}
          >
            <ViewLine
              view={view}
              place={place}
              last={views.length - 1}
              move={move}
              onNavigate={onNavigate}
              count={counts?.[view.id]?.count}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The upper half of a line is the gap before it, the lower half the one behind. */
function gapAt({ clientY, currentTarget }: DragEvent, place: number): number {
  const { top, height } = currentTarget.getBoundingClientRect()
  return clientY < top + height / 2 ? place : place + 1
}

type ViewLineProps = {
  readonly view: ViewItem
  readonly place: number
  readonly last: number
  readonly count: number | undefined
  readonly move: (id: number, to: number) => void
  readonly onNavigate: (() => void) | undefined
}

function ViewLine({ view, place, last, count, move, onNavigate }: ViewLineProps) {
  const t = useWords('views')
  const trigger = (
    <button
      type="button"
      aria-label={t('menuOf', { name: view.name })}
      className="absolute end-1 top-1/2 z-10 grid size-6 -translate-y-1/2 place-items-center rounded-1 bg-deep text-ink-3 opacity-0 group-hover:opacity-100 hover:bg-hover hover:text-ink focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:size-11 pointer-coarse:bg-transparent pointer-coarse:opacity-100"
    >
      <Ellipsis aria-hidden size={14} strokeWidth={1.75} />
    </button>
  )
  return (
    <>
      <NavLink
        href={viewAddress(view)}
        icon={<Funnel aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />}
        count={count ?? 0}
        {...(onNavigate === undefined ? {} : { onNavigate })}
        className="h-7 pointer-coarse:pe-12"
      >
        {view.name}
      </NavLink>
      <OpenLater trigger={trigger}>
        <ViewMenu
          trigger={trigger}
          view={view}
          onUp={place > 0 ? () => move(view.id, place - 1) : null}
          onDown={place < last ? () => move(view.id, place + 1) : null}
        />
      </OpenLater>
    </>
  )
}
