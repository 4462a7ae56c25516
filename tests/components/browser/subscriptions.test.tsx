import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SourcesScreen } from '#components/sources/list/sources-screen.tsx'
import { checkLooks } from '../../support/components/check-looks.ts'
import { serveOrganising, threeOrganised } from '../../support/components/organising-server.ts'
import { drawInFrame, expectUnread, toast } from '../../support/components/reading-pages.tsx'

const main = () => page.getByRole('main')
const dialog = () => page.getByRole('dialog')
const choose = (name: string) =>
  main()
    .getByRole('checkbox', { name: `Choose ${name}` })
    .click()
const undo = () => page.getByRole('button', { name: 'Undo' })

test('many sources are moved, labelled and left at once on their page, and taken back', async () => {
  const server = serveOrganising(threeOrganised())
  drawInFrame(<SourcesScreen />, { address: '/sources' })
  for (const name of ['Rail Weekly', 'Field & Fen']) await choose(name)
  await main().getByRole('button', { name: 'Labels…' }).click()
  await page.getByRole('textbox', { name: 'New label' }).fill('Paper')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Paper' })).toBeChecked()
  await userEvent.keyboard('{Escape}')
  await checkLooks('organising-sources')
  await main().getByRole('button', { name: 'Move to…' }).click()
  await dialog().getByRole('radio', { name: 'Coast' }).click()
  await checkLooks('organising-move')
  await dialog().getByRole('button', { name: 'Move', exact: true }).click()
  await expectUnread('Coast', 6)
  for (const name of ['Rail Weekly', 'Field & Fen']) await choose(name)
  await main()
    .getByRole('button', { name: /^Unsubscribe from 2/ })
    .click()
  await expectUnread('Coast', 2)
  // Until this one is told, the way back is that of the move.
  await expect.element(toast(/^Unsubscribed from/)).toBeVisible()
  await undo().click()
  await expectUnread('Coast', 6)
  const labelled = server.now().subscriptions.filter(({ labelIds }) => labelIds.length > 0)
  expect(labelled.map(({ title }) => title).toSorted()).toEqual(['Field & Fen', 'Rail Weekly'])
})

test('a source is renamed, moved to a folder and left, and each can be taken back', async () => {
  serveOrganising(threeOrganised())
  drawInFrame(<SourcesScreen />, { address: '/sources' })
  await page.getByRole('button', { name: 'New folder' }).click()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Harbour')
  await dialog().getByRole('button', { name: 'Create' }).click()
  const harbour = main().getByRole('region', { name: 'Harbour', exact: true })
  await expect.element(harbour).toBeVisible()
  const act = async (source: string, name: string) => {
    await main()
      .getByRole('button', { name: `${source}: more` })
      .click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('Rail Weekly', 'Move to…')
  await dialog().getByRole('radio', { name: 'Harbour', exact: true }).click()
  await dialog().getByRole('button', { name: 'Move' }).click()
  await expect.element(harbour.getByRole('link', { name: 'Rail Weekly' })).toBeVisible()
  await act('Rail Weekly', 'Rename…')
  await dialog().getByRole('textbox', { name: 'Name for me' }).fill('Anchor')
  await dialog().getByRole('button', { name: 'Rename' }).click()
  await expect.element(harbour.getByRole('link', { name: 'Anchor' })).toBeVisible()
  await act('Anchor', 'Unsubscribe')
  await expect.element(toast('Unsubscribed from Anchor')).toBeVisible()
  await expect.element(harbour.getByRole('link', { name: 'Anchor' })).not.toBeInTheDocument()
  await undo().click()
  await expect.element(harbour.getByRole('link', { name: 'Anchor' })).toBeVisible()
})
