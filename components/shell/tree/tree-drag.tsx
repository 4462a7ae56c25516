'use client'

import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { planDrop, type DropPlan, type TreeRow } from '#components/organising/plan-drop.ts'
import { useDrop, useWholeTrees } from '#components/organising/use-drop.ts'
import type { SourceOrder } from '#lib/api/organising/organising.ts'

type TreeDragProps = {
  /** The thing that is dragged. */
  readonly row: HTMLElement
  readonly order: SourceOrder
  readonly box: RefObject<HTMLElement | null>
  readonly onDone: () => void
}

type Mark = { readonly top: number; readonly height: number; readonly isLine: boolean }

/** While a row is dragged: an ink line where it would stand, or a frame around the folder it would go into. */
export function TreeDrag({ row, order, box, onDone }: TreeDragProps) {
  const [mark, setMark] = useState<Mark | null>(null)
  const trees = useWholeTrees(order)
  const drop = useDrop(trees.own, order)
  const plan = useEffectEvent((event: DragEvent) => {
    const over = placeOf(event.target)
    if (over === null || box.current === null) return null
    const { top, height } = over.getBoundingClientRect()
    const found = planDrop(trees.shown, order, toRow(row), toRow(over), (event.clientY - top) / height)
    const from = top - box.current.getBoundingClientRect().top
    return found === null ? null : { found, mark: markOf(found, from, height) }
  })
  const onOver = useEffectEvent((event: DragEvent) => {
    const planned = plan(event)
    setMark(planned?.mark ?? null)
    if (planned === null) return
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'move'
  })
  const onDrop = useEffectEvent((event: DragEvent) => {
    const planned = plan(event)
    if (planned === null) return
    event.preventDefault()
    void drop(toRow(row), row.querySelector('bdi')?.textContent ?? '', planned.found)
  })
  const onEnd = useEffectEvent(onDone)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    box.current?.addEventListener('dragover', (event) => onOver(event), { signal })
    box.current?.addEventListener('drop', (event) => onDrop(event), { signal })
    // At the row itself: where the drop has moved it out of the page by then, the document hears nothing of the end.
    row.addEventListener('dragend', () => onEnd(), { signal })
    return () => stop.abort()
  }, [box, row])
  if (mark === null) return null
  return (
    <div
      aria-hidden
      data-drop-mark
      className={
        mark.isLine
          ? 'pointer-events-none absolute inset-x-1 z-20 h-0.5 -translate-y-1/2 rounded-full bg-ink'
          : 'pointer-events-none absolute inset-x-0 z-20 rounded-2 border-[1.5px] border-ink'
      }
      style={mark.isLine ? { top: mark.top } : { top: mark.top, height: mark.height }}
    />
  )
}

/** The row or the head of a part of the tree that the pointer is over: the heads stand for the top. */
function placeOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-row],[data-top]') : null
}

function markOf({ line }: DropPlan, top: number, height: number): Mark {
  return { top: line === 'after' ? top + height : top, height, isLine: line !== null }
}

function toRow(element: HTMLElement): TreeRow {
  const kind = element.dataset['row']?.split(':')[0]
  const id = Number(element.dataset['id'])
  return kind === 'source' || kind === 'folder' ? { kind, id } : { kind: 'top' }
}
