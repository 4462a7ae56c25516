import type { ViewChange, ViewItem } from '#lib/api/search.ts'

type PositionChange = { readonly id: number; readonly change: ViewChange }

/** What has to change so that a view stands at a place, counted from 0; the others keep their order. */
export function moveView(views: readonly ViewItem[], id: number, to: number): PositionChange[] {
  const moved = views.find((view) => view.id === id)
  if (moved === undefined) return []
  const others = views.filter((view) => view.id !== id)
  const order = [...others.slice(0, to), moved, ...others.slice(to)]
  return order.flatMap((view, position) =>
    view.position === position ? [] : [{ id: view.id, change: { position } }],
  )
}

/** The address of a view: its search is in it, so that it can be sent on. */
export function viewAddress({ id, query, order }: Pick<ViewItem, 'id' | 'query' | 'order'>): string {
  const address = new URLSearchParams({ q: query, view: String(id) })
  if (order !== 'newest') address.set('order', order)
  return `/?${address}`
}
