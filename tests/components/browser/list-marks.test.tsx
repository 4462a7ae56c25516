import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defaultListSettings, defaultReadingOptions } from '#lib/api/lists/list-defaults.ts'
import { checkLooks } from '../../support/components/check-looks.ts'
import {
  expectOpen,
  expectUnread,
  openList,
  openTitle,
  pick,
  postingRow,
  shownTitles,
  toast,
} from '../../support/components/reading-pages.tsx'
import { oneSource, postingsOf, serveReading } from '../../support/components/reading-server.ts'
import { askedPages } from '../../support/components/next-navigation.ts'
import { subscription } from '../../support/components/sample-answers.ts'

test('with the texts in the list, keys go from text to text and mark them read', async () => {
  serveReading(oneSource('Expanded', 4))
  await openList()
  await pick('Layout', 'Full texts')
  await userEvent.keyboard('j')
  await userEvent.keyboard('j')
  await expectUnread('Expanded', 2)
  await expect.poll(() => document.activeElement?.textContent).toBe('Expanded 3')
})

test('in a list of whole texts the offers below each share a line, and wait for the pointer or the cursor', async () => {
  serveReading({
    ...oneSource('Offers', 3),
    lists: { ...defaultListSettings, lists: { all: { layout: 'expanded' } } },
  })
  await openList()
  const offer = (title: string, name: string) =>
    postingRow(title).getByRole('button', { name, exact: true }).element()
  const opacity = (title: string, name: string) => {
    const part = offer(title, name).closest('[data-offer]')
    return part === null ? 'none' : getComputedStyle(part).opacity
  }
  for (const name of ['Load full text', 'Add a note']) {
    await expect
      .element(postingRow('Offers 2').getByRole('button', { name, exact: true }))
      .toBeInTheDocument()
    await postingRow('Offers 3').hover()
    await expect.poll(() => opacity('Offers 2', name)).toBe('0')
    expect(opacity('Offers 3', name)).toBe('1')
    await postingRow('Offers 2').hover()
    await expect.poll(() => opacity('Offers 2', name)).toBe('1')
  }
  const [load, note] = ['Load full text', 'Add a note'].map((name) =>
    offer('Offers 2', name).getBoundingClientRect(),
  )
  expect(note?.top).toBe(load?.top)
  expect(note?.left).toBeGreaterThan(load?.right ?? Infinity)
  // Both are pressed where they stand.
  await postingRow('Offers 2').getByRole('button', { name: 'Add a note', exact: true }).click()
  await expect.element(postingRow('Offers 2').getByRole('textbox', { name: 'Note' })).toBeVisible()
})

test('the focus follows a key also where what it marks is drawn before the next frame', async () => {
  serveReading({
    ...oneSource('Busy', 4),
    lists: { ...defaultListSettings, lists: { all: { layout: 'expanded' } } },
  })
  await openList()
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 300))
  vi.stubGlobal('cancelAnimationFrame', (id: number) => clearTimeout(id))
  for (const title of ['Busy 4', 'Busy 3']) {
    await userEvent.keyboard('j')
    await expect.poll(() => document.activeElement?.textContent).toBe(title)
  }
})

test('up to here, below and older mark what they say, and z takes each back', async () => {
  serveReading(oneSource('Parts', 10))
  await openList()
  await userEvent.keyboard('nnn')
  await userEvent.keyboard('{Shift>}U{/Shift}')
  await expect.element(toast(/3\sarticles marked as read/)).toBeVisible()
  await expectUnread('Parts', 7)
  await userEvent.keyboard('z')
  await expectUnread('Parts', 10)
  await postingRow('Parts 5').hover()
  await postingRow('Parts 5').getByRole('button', { name: 'More for this article' }).click()
  await page.getByRole('menuitem', { name: 'Mark all below as read' }).click()
  await expect.element(toast(/4\sarticles marked as read/)).toBeVisible()
  await expectUnread('Parts', 6)
  await userEvent.keyboard('z')
  await expectUnread('Parts', 10)
  await pick('Mark older as read', 'Older than a day')
  await expect.element(toast('Everything is already read.')).toBeVisible()
  await expectUnread('Parts', 10)
})

test('keys are changed in the help, tell of conflicts, follow presets and can be switched off', async () => {
  const server = serveReading(oneSource('Remapped', 4))
  await openList()
  await userEvent.keyboard('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.getByRole('button', { name: /^Next article\s*j$/ }).click()
  await userEvent.keyboard('s')
  await expect.element(help.getByText('Also the key of “Star”.')).toBeVisible()
  await checkLooks('keys-changed')
  await help.getByRole('button', { name: /^Next article\s*s$/ }).click()
  await userEvent.keyboard('x')
  await expect.element(help.getByRole('button', { name: /^Next article\s*x$/ })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(help).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}x{/Control}')
  await expect.element(openTitle()).not.toBeInTheDocument()
  await userEvent.keyboard('x')
  await expectOpen('Remapped 4')
  await userEvent.keyboard('?')
  await help.getByText('Miniflux').click()
  await help.getByText('Off', { exact: true }).click()
  await expect.element(help.getByRole('radio', { name: 'Off', exact: true })).toBeChecked()
  await userEvent.keyboard('{Escape}')
  await expect.element(help).not.toBeInTheDocument()
  await userEvent.keyboard('j')
  await expect
    .poll(() => server.lists().options)
    .toMatchObject({ keyPreset: 'miniflux', hasKeys: false, keys: {} })
  await expectOpen('Remapped 4')
})

test('orders are explained, remembered and group by source', async () => {
  const alpha = subscription(1, 'Alpha')
  const beta = subscription(2, 'Beta')
  serveReading({ subscriptions: [alpha, beta], postings: [...postingsOf(beta, 3), ...postingsOf(alpha, 2)] })
  await openList()
  await page.getByRole('button', { name: 'Order', exact: true }).click()
  await expect.element(page.getByText('Important feeds that rarely post come first.')).toBeVisible()
  await checkLooks('order-menu', 'wide')
  await page.getByRole('menuitemradio', { name: /^By feed/ }).click()
  const expected = ['Alpha 2', 'Alpha 1', 'Beta 3', 'Beta 2', 'Beta 1']
  await expect.poll(shownTitles).toEqual(expected)
  await openList()
  await expect.poll(shownTitles).toEqual(expected)
})

test('hints name the keys of the reader, and none while keys are off', async () => {
  const options = { ...defaultReadingOptions, keyPreset: 'miniflux' as const }
  serveReading({ ...oneSource('Hints', 2), lists: { lists: {}, options } })
  await openList('/?show=all')
  await postingRow('Hints 2').getByRole('link').first().click()
  const star = page.getByRole('region', { name: 'Text' }).getByRole('button', { name: 'Star', exact: true })
  await expect
    .poll(
      () =>
        star
          .elements()
          .find((each) => each.checkVisibility())
          ?.parentElement?.querySelector('kbd')?.textContent,
    )
    .toBe('f')
  await page.getByRole('link', { name: 'Starred' }).first().click()
  await expect.element(page.getByText(/^Press f on an article/)).toBeVisible()
  serveReading({ ...oneSource('Hints', 2), lists: { lists: {}, options: { ...options, hasKeys: false } } })
  await openList('/?show=all')
  await page.getByRole('link', { name: 'Starred' }).first().click()
  await expect.element(page.getByText(/^Tap the star of an article/)).toBeVisible()
  expect(document.querySelectorAll('kbd')).toHaveLength(0)
})

test('labels are named in the row and above the text, where each leads to its list', async () => {
  const names = ['Paper', 'Ink', 'Letters that say very much about themselves']
  const labels = names.map((name, index) => ({ id: index + 1, name, subscriptions: 0, postings: 1 }))
  const world = oneSource('Labelled', 3)
  const postings = world.postings.map((each, index) => ({
    ...each,
    labelIds: [[3, 1, 2], [2], []][index] ?? [],
  }))
  serveReading({ ...world, labels, postings })
  await openList()
  const row = (title: string) => postingRow(title)
  await expect.element(row('Labelled 2').getByText('Ink')).toBeVisible()
  await expect.element(row('Labelled 3').getByText('+1')).toBeVisible()
  await expect.element(row('Labelled 1').getByText('Labels:')).not.toBeInTheDocument()
  await checkLooks('row-labels')
  await row('Labelled 3').getByRole('link').click()
  await expect.element(openTitle()).toHaveTextContent('Labelled 3')
  const list = page.getByRole('region', { name: 'Text' }).getByRole('list', { name: 'Labels' })
  await expect.element(list).toBeVisible()
  expect(
    list
      .getByRole('link')
      .elements()
      .map((each) => [each.textContent, each.getAttribute('href')]),
  ).toEqual([
    ['Ink', '/?label=2'],
    [names[2], '/?label=3'],
    ['Paper', '/?label=1'],
  ])
  await checkLooks('text-labels')
  // As any other list it opens without asking the server for a page.
  await list.getByRole('link', { name: 'Ink' }).click()
  await expect.poll(() => location.search).toBe('?label=2')
  expect(askedPages).not.toContain('/?label=2')
})
