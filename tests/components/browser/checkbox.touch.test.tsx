import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { draw } from '../../support/components/draw.tsx'
import { openPhone } from '../../support/components/finger.ts'

test('a box without words is pressed by a finger beside it, too, and takes no more room for that', async () => {
  await openPhone()
  draw(
    <div className="flex items-center gap-3 p-8">
      <Checkbox aria-label="Choose Orbit" />
      <a href="#orbit">Orbit</a>
    </div>,
  )
  const box = page.getByRole('checkbox', { name: 'Choose Orbit' })
  await expect.element(box).toBeVisible()
  const { left, right, top, bottom } = box.element().getBoundingClientRect()
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  for (const [across, down] of [
    [-18, 0],
    [18, 0],
    [-18, -20],
    [18, 20],
  ] as const) {
    const pressed = document.elementFromPoint(x + across, y + down)
    expect(pressed?.closest('label')?.contains(box.element()), `${across} ${down}`).toBe(true)
  }
  expect(page.getByRole('link').element().getBoundingClientRect().left - right).toBe(12)
})
