import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SourcesScreen } from '#components/sources/list/sources-screen.tsx'
import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import type { Reason } from '#lib/policy/basics/reason.ts'
import { checkLooks } from '../../support/components/check-looks.ts'
import { subscription } from '../../support/components/sample-answers.ts'
import { serveOrganising, threeOrganised } from '../../support/components/organising-server.ts'
import { drawInFrame, expectUnread, toast } from '../../support/components/reading-pages.tsx'

const main = () => page.getByRole('main')
const dialog = () => page.getByRole('dialog')
const choose = (name: string) =>
  main()
    .getByRole('checkbox', { name: `Choose ${name}` })
    .click()
const undo = () => page.getByRole('button', { name: 'Undo' })

const failing: SubscriptionItem = {
  ...subscription(91, 'Moved Away', {
    siteUrl: 'https://91.example/',
    lastPostingAt: '2026-01-02T00:00:00.000Z',
  }),
  health: { kind: 'failing', reason: { code: 'badStatus', values: { status: 404 }, text: '' } },
}

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
  // The server refuses a longer name.
  await expect.element(dialog().getByRole('textbox', { name: 'Name' })).toHaveAttribute('maxlength', '100')
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
  await dialog().getByRole('textbox', { name: 'Your name for it' }).fill('Anchor')
  await dialog().getByRole('button', { name: 'Rename' }).click()
  await expect.element(harbour.getByRole('link', { name: 'Anchor' })).toBeVisible()
  await act('Anchor', 'Unsubscribe')
  await expect.element(toast('Unsubscribed from Anchor')).toBeVisible()
  await expect.element(harbour.getByRole('link', { name: 'Anchor' })).not.toBeInTheDocument()
  await undo().click()
  await expect.element(harbour.getByRole('link', { name: 'Anchor' })).toBeVisible()
})

test('a feed that was not checked yet says so once', async () => {
  const reason = { code: 'neverPolled' as const, values: {}, text: 'Not checked yet.' }
  const feeds = [
    subscription(1, 'Rail Weekly'),
    subscription(92, 'Newcomer', { health: { kind: 'waiting', reason } }),
  ]
  serveOrganising({ ...threeOrganised(), subscriptions: feeds })
  drawInFrame(<SourcesScreen />, { address: '/sources' })
  const textOf = (name: string) =>
    main()
      .getByRole('listitem')
      .filter({ has: page.getByRole('checkbox', { name: `Choose ${name}` }) })
      .element().textContent
  await expect.element(main().getByRole('link', { name: 'Newcomer' })).toBeVisible()
  expect(textOf('Newcomer').match(/not checked yet/gi)).toHaveLength(1)
  expect(textOf('Newcomer')).not.toContain('no articles yet')
  expect(textOf('Rail Weekly')).toContain('no articles yet')
})

test('what is above the list does not move when the feeds come late, sick ones among them', async () => {
  const answered = Promise.withResolvers<void>()
  const world = { ...threeOrganised(), subscriptions: [subscription(1, 'Harbour Gazette'), failing] }
  serveOrganising(world, [], {
    'GET /subscriptions': async () => {
      await answered.promise
      return { subscriptions: world.subscriptions }
    },
  })
  drawInFrame(<SourcesScreen />, { address: '/sources' })
  const tops = () =>
    [
      main().getByRole('heading', { level: 1 }),
      main().getByRole('link', { name: 'Statistics' }),
      main().getByRole('searchbox'),
    ].map((each) => each.element().getBoundingClientRect().top)
  await expect.element(main().getByRole('searchbox')).toBeVisible()
  const before = tops()
  answered.resolve()
  await expect.element(main().getByRole('region', { name: 'Feeds with problems' })).toBeVisible()
  expect(tops()).toEqual(before)
})

test('feeds that bring nothing say why and what to do, and are left from there', async () => {
  const world = threeOrganised()
  const sick = (id: number, title: string, reason: Reason) => ({
    ...subscription(id, title, {
      siteUrl: `https://${id}.example/`,
      lastPostingAt: '2026-01-02T00:00:00.000Z',
    }),
    health: { kind: 'failing' as const, reason: { ...reason, text: '' } },
  })
  const server = serveOrganising({
    ...world,
    subscriptions: [
      ...world.subscriptions,
      sick(91, 'Moved Away', { code: 'badStatus', values: { status: 404 } }),
      sick(92, 'Locked Room', { code: 'badStatus', values: { status: 401 } }),
      sick(94, 'Closed Door', { code: 'loginPage', values: { host: '94.example' } }),
      sick(93, 'Sleepy Host', { code: 'timedOut', values: { host: '93.example' } }),
    ],
  })
  drawInFrame(<SourcesScreen />, { address: '/sources' })
  const list = main().getByRole('region', { name: 'Feeds with problems' })
  await expect.element(list.getByText('4 of 7 are not working at the moment')).toBeVisible()
  const row = (title: string) =>
    list.getByRole('listitem').filter({ has: page.getByRole('link', { name: title }) })
  await expect.element(row('Moved Away').getByText(/may have moved/)).toBeVisible()
  // A publisher can be told the number, which no sentence holds.
  await expect.element(row('Moved Away').getByText('HTTP 404', { exact: true })).toBeVisible()
  expect(row('Moved Away').element().textContent).toContain('There is nothing at this address. HTTP 404')
  await expect
    .element(row('Moved Away').getByRole('link', { name: 'Find new address: Moved Away' }))
    .toHaveAttribute('href', `/subscribe?url=${encodeURIComponent('https://91.example/')}`)
  await expect.element(row('Locked Room').getByRole('link', { name: 'Open site: Locked Room' })).toBeVisible()
  // A reason that says what to do is whole, and is not said twice.
  const closed = row('Closed Door').element().textContent
  expect(closed).toContain('and subscribe to that one.')
  expect(closed.match(/private feed address/g)).toHaveLength(1)
  await expect
    .element(row('Sleepy Host').getByRole('button', { name: 'Check now: Sleepy Host' }))
    .toBeVisible()
  await checkLooks('sick-feeds')
  await row('Moved Away').getByRole('button', { name: 'Unsubscribe: Moved Away' }).click()
  await expect.element(list.getByText('3 of 6 are not working at the moment')).toBeVisible()
  expect(server.now().subscriptions.map(({ title }) => title)).not.toContain('Moved Away')
})
