import { expect, test } from 'vitest'
import { dropView, moveView } from '#components/shell/tree/view-order.ts'

const views = ['a', 'b', 'c'].map((name, index) => ({
  id: index + 1,
  name,
  query: name,
  order: 'newest',
  layout: null,
  position: index,
})) as Parameters<typeof moveView>[0]

/** The names in their new order. */
function after(changes: ReturnType<typeof moveView>): string {
  const position = (id: number, old: number) => changes.find((each) => each.id === id)?.change.position ?? old
  return views
    .toSorted((one, other) => position(one.id, one.position) - position(other.id, other.position))
    .map(({ name }) => name)
    .join('')
}

test.each([
  [1, 0, 'abc'],
  [1, 1, 'abc'],
  [1, 2, 'bac'],
  [1, 3, 'bca'],
  [2, 0, 'bac'],
  [2, 3, 'acb'],
  [3, 0, 'cab'],
  [3, 1, 'acb'],
  [3, 2, 'abc'],
])('view %i let go in gap %i stands where the line was: %s', (id, gap, expected) => {
  expect(after(dropView(views, id, gap))).toBe(expected)
})

test('the menu moves by one place', () => {
  expect(after(moveView(views, 1, 1))).toBe('bac')
  expect(after(moveView(views, 3, 1))).toBe('acb')
})
