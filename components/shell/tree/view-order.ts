import type { ViewChange, ViewItem } from '#lib/api/lists/search.ts'

type PositionChange = { readonly id: number; readonly change: ViewChange }

/** The changes by which a view stands at a place, counted from 0; the others keep their order. */
export function moveView(views: readonly ViewItem[], id: number, to: number): PositionChange[] {
  const moved = views.find((view) => view.id === id)
  if (moved === undefined) return []
  const others = views.filter((view) => view.id !== id)
  const order = [...others.slice(0, to), moved, ...others.slice(to)]
  return order.flatMap((view, position) =>
    view.position === position ? [] : [{ id: view.id, change: { position } }],
  )
}

/** The same for a view that is let go between two others, or at an end: in gap 0 it stands first. */
export function dropView(views: readonly ViewItem[], id: number, gap: number): PositionChange[] {
  const from = views.findIndex((view) => view.id === id)
  return moveView(views, id, gap > from ? gap - 1 : gap) // its own place closes behind it
}

/** The address of a view: its search is in it, so that it can be sent on. */
export function viewAddress({ id, query, order }: Pick<ViewItem, 'id' | 'query' | 'order'>): string {
  const address = new URLSearchParams({ q: query, view: String(id) })
  if (order !== 'newest') address.set('order', order)
  return `/?${address}`
}
