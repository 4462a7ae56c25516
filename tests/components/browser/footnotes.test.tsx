import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { drawLong, drawText, note, noted } from '../../support/components/article-text.tsx'
import { checkLooks } from '../../support/components/check-looks.ts'

test('a footnote shows its words where its sign is pointed at or focused, and hides again', async () => {
  await drawText(noted, 'sup a')
  const link = page.getByRole('link', { name: '1', exact: true })
  await expect
    .poll(async () => {
      await page.getByRole('heading', { name: 'A text' }).hover()
      await link.hover()
      return note().elements().length
    })
    .toBe(1)
  await expect.element(note()).toHaveTextContent('The gauge showed 2.4 m.')
  await expect.element(link).toHaveAccessibleDescription('The gauge showed 2.4 m.')
  await note().hover()
  await expect.element(note()).toBeVisible()
  await page.getByRole('heading', { name: 'A text' }).hover()
  await expect.element(note()).not.toBeInTheDocument()
  await userEvent.keyboard('{Tab}')
  await expect.element(note()).toBeVisible()
  await checkLooks('article-footnote', 'wide')
  await userEvent.keyboard('{Escape}')
  await expect.element(note()).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'below' }).hover()
  await expect.element(note()).not.toBeInTheDocument()
})

test('a note keeps the arrows and powers inside of it, and loses those around it', async () => {
  const html = noted.replace('The gauge showed 2.4 m.', '^ ↑ Of 10^6 boats 3 sank: A ↑ B. ↩')
  await drawText(html, 'sup a')
  await expect
    .poll(async () => {
      await page.getByRole('heading', { name: 'A text' }).hover()
      await page.getByRole('link', { name: '1', exact: true }).hover()
      return note().elements()[0]?.textContent
    })
    .toBe('Of 10^6 boats 3 sank: A ↑ B.')
})

/** The distance of a note from its sign, in px. */
function gap(): number {
  const sign = page.getByRole('link', { name: '1', exact: true }).element().getBoundingClientRect()
  const box = note().element().getBoundingClientRect()
  return Math.round(Math.max(box.top - sign.bottom, sign.top - box.bottom))
}

test('the keyboard scrolls to a sign out of sight and its note stays at it; Escape closes the note alone', async () => {
  const scroller = await drawLong()
  const heard: boolean[] = []
  const hear = (event: KeyboardEvent) => heard.push(event.defaultPrevented)
  window.addEventListener('keydown', hear)
  onTestFinished(() => window.removeEventListener('keydown', hear))
  await expect
    .poll(async () => {
      ;(document.activeElement as HTMLElement).blur()
      scroller.scrollTo(0, 0)
      await page.getByRole('heading', { name: 'A text' }).click()
      for (let press = 0; press < 3 && document.activeElement?.textContent !== '1'; press += 1)
        await userEvent.keyboard('{Tab}')
      return note().elements().length
    })
    .toBe(1)
  await expect.poll(() => scroller.scrollTop).toBeGreaterThan(100)
  await expect.poll(gap).toBe(6)
  scroller.scrollBy(0, 30)
  await expect.poll(gap).toBe(6)
  heard.length = 0
  await userEvent.keyboard('{Escape}')
  await expect.element(note()).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  expect(heard).toEqual([true, false])
})
