import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { drawLong, drawText, note, noted } from '../../support/components/article-text.tsx'
import { openPhone, tap } from '../../support/components/finger.ts'

test('a tap on the sign of a footnote shows the note, a second one goes there', async () => {
  await openPhone()
  await drawText(noted, 'sup a')
  const link = page.getByRole('link', { name: '1', exact: true })
  await expect
    .poll(async () => {
      if (note().elements().length === 0) await tap(link)
      return note().elements().length
    })
    .toBe(1)
  const { left, right } = note().element().getBoundingClientRect()
  expect(left).toBeGreaterThanOrEqual(0)
  expect(right).toBeLessThanOrEqual(390)
  await tap(link)
  await expect.poll(() => location.hash).toBe('#tabcdef-fn1')
  await expect.element(note()).not.toBeInTheDocument()
})

test('a long note scrolls and is pressed without going away, and goes with its sign', async () => {
  await openPhone()
  const scroller = await drawLong()
  const link = page.getByRole('link', { name: '1', exact: true })
  await expect
    .poll(async () => {
      if (note().elements().length === 0) await tap(link)
      return note().elements().length
    })
    .toBe(1)
  const box = note().element()
  expect(box.scrollHeight).toBeGreaterThan(box.clientHeight + 40)
  box.scrollTo(0, 40)
  await tap(note())
  await new Promise((resolve) => setTimeout(resolve, 300))
  await expect.element(note()).toBeVisible()
  expect(box.scrollTop).toBe(40)
  scroller.scrollTo(0, scroller.scrollHeight)
  await expect.element(note()).not.toBeInTheDocument()
})
