import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { HighlightRequest, PostingNotesAnswer } from '#lib/api/postings/postings.ts'
import { checkLooks } from '../../support/components/check-looks.ts'
import { openText, postingsWith, textRegion } from '../../support/components/open-text.ts'
import { openList, toast } from '../../support/components/reading-pages.tsx'
import { serveReading } from '../../support/components/reading-server.ts'
import { subscription } from '../../support/components/sample-answers.ts'

const gazette = subscription(1, 'Harbour Gazette')
const words = 'harbour authority'

/** A text, of which the server keeps a note and what is marked. */
function serveNotes() {
  let notes: PostingNotesAnswer = { text: '', highlights: [] }
  let made = 0
  const postings = postingsWith(gazette, [
    { title: 'Ferry timetable changes', html: '<p>The harbour authority agreed the new timetable.</p>' },
  ])
  const keep = (change: Partial<PostingNotesAnswer>) => {
    notes = { ...notes, ...change }
    server.change(
      postings.map(({ id }) => id),
      { notes },
    )
    return notes
  }
  const server = serveReading(
    { subscriptions: [gazette], postings },
    {
      'PUT /postings/:id/note': ({ body }) => keep({ text: (body as { text: string }).text }),
      'POST /postings/:id/highlights': ({ body }) =>
        keep({ highlights: [...notes.highlights, { ...(body as HighlightRequest), id: (made += 1) }] }),
      [`DELETE /postings/${postings[0]?.id}/highlights/:id`]: ({ id }) =>
        keep({ highlights: notes.highlights.filter((each) => String(each.id) !== id) }),
    },
  )
  return { ...server, notes: () => notes }
}

/** Selects words of the open text, as a finger or a mouse does. */
function select(): void {
  const article = document.querySelector('.article')
  if (article === null) throw new Error('no text is open')
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const at = node.textContent?.indexOf(words) ?? -1
    if (at === -1) continue
    getSelection()?.setBaseAndExtent(node, at, node, at + words.length)
    return
  }
  throw new Error(`${words} are not there`)
}

const marked = () => [...document.querySelectorAll('.article mark')].map((each) => each.textContent).join('')

test.each([1440, 390])('words are marked, noted and taken away again, %d px wide', async (width) => {
  const server = serveNotes()
  const looks = width === 1440 ? 'wideOfBoth' : 'narrowOfBoth'
  await page.viewport(width, 844)
  await openList('/?show=all')
  await openText('Ferry timetable changes')
  const text = textRegion()
  await expect.poll(() => document.querySelector('.article p')).not.toBeNull()
  select()
  const bar = page.getByRole('toolbar', { name: 'Selected words' })
  await expect.element(bar).toBeVisible()
  await checkLooks('notes-selection', looks)
  await page.viewport(width, 844)
  select()
  await bar.getByRole('button', { name: 'Highlight' }).click()
  await expect.poll(marked).toBe(words)
  await text.getByRole('button', { name: 'Add a note' }).click()
  await text.getByRole('textbox', { name: 'Note' }).fill('Ask them about Friday')
  await text.getByRole('button', { name: 'Save' }).click()
  await expect.element(text.getByText('Ask them about Friday')).toBeVisible()
  text.getByRole('region', { name: 'Your notes' }).element().scrollIntoView({ block: 'center' })
  await checkLooks('notes', looks)
  await page.viewport(width, 844)
  await openList('/?show=all')
  await openText('Ferry timetable changes')
  await expect.poll(marked).toBe(words)
  document.querySelector<HTMLElement>('.article mark')?.click()
  await bar.getByRole('button', { name: 'Remove the highlight' }).click()
  await expect.poll(marked).toBe('')
  await expect.element(toast('Highlight removed')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(marked).toBe(words)
  await text.getByRole('button', { name: 'Remove the highlight' }).click()
  await expect.poll(marked).toBe('')
  await text.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.element(text.getByRole('button', { name: 'Add a note' })).toBeVisible()
  expect(server.notes()).toEqual({ text: '', highlights: [] })
})

test('a note is written in sight, with its buttons, and what a key shares opens at the tool for it', async () => {
  const postings = postingsWith(gazette, [
    { title: 'Ferry timetable changes', html: '<p>The new timetable.</p>'.repeat(30) },
  ])
  serveReading({ subscriptions: [gazette], postings })
  await openList('/?show=all')
  await openText('Ferry timetable changes')
  const text = textRegion()
  await text.getByRole('button', { name: 'Add a note' }).click()
  const save = text.getByRole('button', { name: 'Save' })
  await expect.poll(() => save.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(900)
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('{Shift>}S{/Shift}')
  const menu = page.getByRole('menu')
  await expect.element(menu).toBeVisible()
  const tool = text.getByRole('button', { name: 'Share' }).first().element().getBoundingClientRect()
  await expect
    .poll(() => Math.abs(menu.element().getBoundingClientRect().right - tool.right))
    .toBeLessThan(12)
})
