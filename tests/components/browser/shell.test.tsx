import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showToast } from '#components/ui/open/toast.tsx'
import { checkLooks } from '../../support/components/check-looks.ts'
import { openList, toast } from '../../support/components/reading-pages.tsx'
import { oneSource, reader, serveReading } from '../../support/components/reading-server.ts'

const minuteMs = 60_000

test('the foot of the sidebar is one row, which says the day’s delay and leads on, and no message covers it', async () => {
  serveReading(oneSource('Foot', 3), {
    'GET /me': { ...reader, role: 'admin' },
    'GET /alerts': { alerts: [], channels: [], unseen: 3 },
    'GET /freshness/day': {
      count: 40,
      medianMs: 5 * minuteMs,
      p90Ms: 9 * minuteMs,
      hours: Array.from({ length: 24 }, (_, hour) => (hour % 5 === 0 ? null : (1 + (hour % 7)) * minuteMs)),
    },
  })
  await openList()
  const delay = page.getByRole('link', { name: /^5\smin delay\s?\(typical of the last 24\sh\)\. 9 in 10/ })
  await expect.element(delay).toBeVisible()
  const row = [
    page.getByRole('button', { name: `${reader.name}, account` }),
    ...[delay, page.getByRole('link', { name: /^Alerts/ }), page.getByRole('link', { name: 'Settings' })],
  ].map((each) => each.element().getBoundingClientRect())
  expect(new Set(row.map(({ top, height }) => top + height / 2)).size).toBe(1)
  showToast('A message')
  await expect.element(toast('A message')).toBeVisible()
  const message = toast('A message').element().getBoundingClientRect()
  expect(message.bottom).toBeLessThan(row[0]?.top ?? 0)
  await checkLooks('sidebar-foot', 'wide')
  await page.getByRole('button', { name: `${reader.name}, account` }).click()
  for (const name of ['Alerts', 'Subscriptions', 'Freshness', 'Settings', 'Admin', 'Sign out'])
    await expect.element(page.getByRole('menuitem', { name, exact: true })).toBeVisible()
  await userEvent.keyboard('{Escape}')
})

test('an open dialog changes nothing that all elements of the page inherit, so that they are not styled anew', async () => {
  serveReading(oneSource('Still', 3))
  await openList()
  const main = page.getByRole('main').element()
  const gap = '--removed-body-scroll-bar-size'
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('combobox', { name: 'Type a command or a name' })).toBeVisible()
  expect(document.body.style.pointerEvents).toBe('none')
  expect(getComputedStyle(main).pointerEvents).toBe('auto')
  document.body.style.setProperty(gap, '7px')
  expect(getComputedStyle(document.body).getPropertyValue(gap)).toBe('7px')
  expect(getComputedStyle(main).getPropertyValue(gap)).toBe('0px')
  document.body.style.removeProperty(gap)
  await userEvent.keyboard('{Escape}')
})

test.each([
  ['the palette', '{Control>}k{/Control}', '[role=option]'],
  ['the help with the keys', '?', '[role=dialog] li button'],
])('%s comes with what is in sight, and with the rest right after it', async (_name, keys, rows) => {
  serveReading(oneSource('Long', 3))
  await openList()
  const seen: number[] = []
  const observer = new MutationObserver(() => {
    const count = document.querySelectorAll(rows).length
    if (count > 0 && count !== seen.at(-1)) seen.push(count)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  await userEvent.keyboard(keys)
  await expect.poll(() => seen.at(-1) ?? 0).toBeGreaterThan(15)
  observer.disconnect()
  expect(seen[0]).toBe(12)
  await userEvent.keyboard('{Escape}')
})
