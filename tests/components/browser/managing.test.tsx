import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { IntegrationRow } from '#components/integrations/integration-row.tsx'
import { DigestRow } from '#components/outputs/digest-row.tsx'
import { OutputFeedRow } from '#components/outputs/feed-row.tsx'
import { FeedsScreen } from '#components/outputs/feeds-screen.tsx'
import { RuleActs } from '#components/rules/rule-acts.tsx'
import { DeleteAccount } from '#components/settings/account/delete-account.tsx'
import { ImportScreen } from '#components/sources/adding/import-screen.tsx'
import { integrationItem } from '#lib/api/integrations/integrations.ts'
import { digestItem } from '#lib/api/outputs/digests.ts'
import { outputFeedItem } from '#lib/api/outputs/output-feeds.ts'
import { ruleItem } from '#lib/api/rules/rules.ts'
import type { ImportReport } from '#lib/api/moving/imports.ts'
import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { answerOf } from '../../support/components/answer-of.ts'
import { checkLooks } from '../../support/components/check-looks.ts'
import { draw } from '../../support/components/draw.tsx'
import {
  drawInFrame,
  drawInSettings,
  drawReading,
  shownTitles,
  toast,
} from '../../support/components/reading-pages.tsx'
import { oneSource, postingsOf, serveReading } from '../../support/components/reading-server.ts'
import { subscription } from '../../support/components/sample-answers.ts'
import { tellEvent } from '../../support/components/stand-in-server.ts'
const hourMs = 3_600_000

test('the report of an import says what became of each line, accessibly', async () => {
  const report: ImportReport = {
    name: '',
    kind: 'opml',
    found: 2,
    added: 1,
    alreadyThere: 0,
    notHere: 0,
    refused: 1,
    refusal: null,
    problems: [],
    labels: [],
    made: { subscriptionIds: [7], folderIds: [], labelIds: [] },
    lines: [
      { line: 1, url: 'https://flotsam.example/feed', title: 'Flotsam', result: 'added', message: null },
      {
        line: 2,
        url: 'ftp://example.org/a-rather-long-address/of-a-feed.xml',
        result: 'failed',
        title: 'A source that nobody can reach under any circumstances',
        message: 'Only addresses of the web can be polled.',
      },
    ],
  }
  const sent: string[] = []
  let flotsam: SubscriptionItem = {
    ...subscription(7, 'Flotsam'),
    url: 'https://flotsam.example/feed',
    health: { kind: 'waiting', reason: null },
  }
  const server = serveReading(oneSource('Mover', 1), {
    'POST /sources/:id/poll': { nextPollAt: new Date().toISOString() },
    'GET /subscriptions': () => ({ subscriptions: [subscription(1, 'Mover'), flotsam] }),
    'POST /import': async ({ body }) => {
      sent.push(await (body as File).text())
      const messages = [
        { type: 'progress', done: 1, total: 2 },
        { type: 'report', files: [report] },
      ]
      return new Response(messages.map((line) => `${JSON.stringify(line)}\n`).join(''))
    },
  })
  drawInFrame(<ImportScreen />, { address: '/sources/import' })
  await expect.element(page.getByRole('heading', { name: /Import/ }).first()).toBeVisible()
  await checkLooks('import')
  const opml = `<opml version="2.0"><body>
    <outline text="Sea"><outline text="Flotsam" xmlUrl="https://flotsam.example/feed"/></outline>
    <outline text="Land"><outline text="Hills" xmlURL="https://hills.example/feed"/></outline>
    <outline text="Alone" xmlUrl="ftp://example.org/alone"/></body></opml>`
  await page.getByLabelText('Choose a file').upload(new File([opml], 'a.opml', { type: 'text/xml' }))
  const preview = page.getByRole('region', { name: 'In this file' })
  await expect.element(preview.getByRole('button', { name: 'Import 3 feeds' })).toBeVisible()
  await checkLooks('import-preview')
  expect(sent).toEqual([])
  await preview.getByRole('checkbox', { name: 'Land' }).click()
  await preview.getByRole('button', { name: 'Import 2 feeds' }).click()
  const result = page.getByRole('region', { name: 'Result' })
  await expect.element(result.getByText(/1 added, 1 not added/)).toBeVisible()
  expect(sent).toMatchObject([expect.stringMatching(/flotsam[^]*Alone/) as string])
  expect(sent[0]).not.toContain('Hills')
  await expect.element(result.getByText('Feeds that have answered: 0 of 1')).toBeVisible()
  await checkLooks('import-report')
  flotsam = {
    ...flotsam,
    health: { kind: 'failing', reason: { code: 'hostUnknown', values: { host: 'a' }, text: 'It was down.' } },
  }
  const failed = result.getByRole('region', { name: '1 feed could not be read' })
  await expect.element(failed.getByText('There is no site named a. Check the spelling.')).toBeVisible() // in the reader’s words
  await checkLooks('import-failed')
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect.element(result.getByRole('link', { name: 'Flotsam: not checked yet' })).toBeVisible()
  await expect.element(failed).not.toBeInTheDocument()
  expect(server.changes().at(-1)?.[0]).toBe('POST /sources/7/poll')
  flotsam = { ...flotsam, lastPolledAt: new Date().toISOString(), health: { kind: 'ok', reason: null } }
  await expect.element(result.getByText('Feeds that have answered: 1 of 1')).toBeVisible()
  await expect.element(result.getByRole('link', { name: 'Start reading' })).toHaveAttribute('href', '/')
})

test('the import of a list is taken back as one act, and that in turn', async () => {
  const url = 'https://flotsam.example/feed'
  const made = { subscriptionIds: [7, 8], folderIds: [3], labelIds: [] }
  const report: ImportReport = {
    name: '',
    kind: 'opml',
    found: 2,
    added: 1,
    alreadyThere: 1,
    notHere: 0,
    refused: 0,
    refusal: null,
    problems: [],
    labels: [],
    made,
    lines: [
      { line: 1, url, title: 'Flotsam', result: 'added', message: null },
      { line: 2, url: 'https://1.example/feed', title: 'Mover', result: 'already-subscribed', message: null },
    ],
  }
  const sent: string[] = []
  const answered = Promise.withResolvers<void>()
  const server = serveReading(oneSource('Mover', 1), {
    'GET /subscriptions': { subscriptions: [subscription(1, 'Mover'), subscription(7, 'Flotsam', { url })] },
    'POST /import': async ({ body }) => {
      sent.push(await (body as File).text())
      return new Response(`${JSON.stringify({ type: 'report', files: [report] })}\n`)
    },
    'POST /import/undo': async () => {
      await answered.promise
      return { ended: 1 } // the other one was removed meanwhile
    },
  })
  drawInFrame(<ImportScreen />, { address: '/sources/import' })
  const opml = `<opml><body><outline text="Flotsam" xmlUrl="${url}"/></body></opml>`
  await page.getByLabelText('Choose a file').upload(new File([opml], 'a.opml'))
  await page.getByRole('button', { name: 'Import 1 feed' }).click()
  const result = page.getByRole('region', { name: 'Result' })
  await result.getByRole('button', { name: 'Undo import' }).click()
  const undone = () => server.changes().filter(([act]) => act === 'POST /import/undo')
  await expect.poll(undone).toEqual([['POST /import/undo', made]])
  // A second press while the first is under way does nothing.
  await result.getByRole('button', { name: 'Undo import' }).click()
  answered.resolve()
  await expect.element(toast('Import undone. 1 feed was removed.')).toBeVisible()
  expect(undone()).toHaveLength(1)
  await expect.element(result).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Choose a file')).toBeInTheDocument()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.element(result.getByText('1 added, 1 already subscribed')).toBeVisible()
  expect(sent).toHaveLength(2)
  expect(sent[1]).toBe(sent[0])
})

test('an import that made nothing has nothing to take back', async () => {
  const lines = [
    {
      line: 1,
      url: 'https://1.example/feed',
      title: 'Mover',
      result: 'already-subscribed' as const,
      message: null,
    },
  ]
  const counts = { found: 1, added: 0, alreadyThere: 1, notHere: 0, refused: 0 }
  const made = { subscriptionIds: [], folderIds: [], labelIds: [] }
  const report = { name: '', kind: 'opml', ...counts, refusal: null, problems: [], labels: [], made, lines }
  serveReading(oneSource('Mover', 1), {
    'POST /import': () => new Response(`${JSON.stringify({ type: 'report', files: [report] })}\n`),
  })
  drawInFrame(<ImportScreen />, { address: '/sources/import' })
  await page.getByLabelText('Choose a file').upload(new File(['{}'], 'a.json'))
  const result = page.getByRole('region', { name: 'Result' })
  await expect.element(result.getByText('0 added, 1 already subscribed')).toBeVisible()
  await expect.element(result.getByRole('button', { name: 'Undo import' })).not.toBeInTheDocument()
})

test('a file that the browser finds no feeds in goes to the server as it is', async () => {
  const sent: string[] = []
  serveReading(oneSource('Mover', 1), {
    'POST /import': async ({ body }) => {
      sent.push(await (body as File).text())
      return new Response(`${JSON.stringify({ type: 'report', files: [] })}\n`)
    },
  })
  drawInFrame(<ImportScreen />, { address: '/sources/import' })
  for (const text of [
    '{"items": []}',
    '<opml><body><outline text="A & B" xmlUrl="https://a.example/"/></body></opml>',
  ]) {
    await page.getByLabelText('Choose a file').upload(new File([text], 'a.xml'))
    await expect.poll(() => sent.at(-1)).toBe(text)
  }
})

test('output feeds are accessible and fit', async () => {
  const feed = answerOf(outputFeedItem, {
    id: 1,
    name: 'Tides',
    address: `${location.origin}/out/abcdefgh`,
    mostEntries: 50,
    place: { kind: 'all', id: null, name: null, isGone: false },
  })
  serveReading(oneSource('Tides', 1), { 'GET /output-feeds': { feeds: [feed] } })
  drawInSettings(<FeedsScreen />, { address: '/settings/connections' })
  const address = page.getByLabelText('Address of Tides')
  await expect.element(address).toBeVisible()
  await checkLooks('output-feeds')
  await page.getByText('JSON', { exact: true }).click()
  await expect.element(address).toHaveValue(`${location.origin}/out/abcdefgh.json`)
})

test('what deletes has one colour, wherever it stands', async () => {
  serveReading(oneSource('Tides', 1), { 'GET /rules': { rules: [] } })
  const place = { kind: 'all' as const, id: null, name: null, isGone: false }
  draw(
    <ul>
      <OutputFeedRow feed={answerOf(outputFeedItem, { name: 'Feed', place })} />
      <DigestRow digest={answerOf(digestItem, { name: 'Digest', place })} />
      <IntegrationRow integration={answerOf(integrationItem, { name: 'Service' })} />
      <li>
        <RuleActs rule={answerOf(ruleItem, { name: 'Rule' })} onEdit={() => undefined} />
        <DeleteAccount />
      </li>
    </ul>,
  )
  const deletes = page.getByRole('button', { name: /^Delete/ })
  await expect.poll(() => deletes.elements().length).toBe(5)
  const colours = new Set(deletes.elements().map((each) => getComputedStyle(each).color))
  expect([...colours]).toHaveLength(1)
  expect([...colours]).not.toEqual([getComputedStyle(document.body).color])
  await deletes.last().click()
  const last = page.getByRole('dialog').getByRole('button', { name: /^Delete/ })
  await expect.element(last).toBeVisible()
  expect([...colours]).toEqual([getComputedStyle(last.element()).color])
})

test('more of a phone comes from below, with the lists and pages that have no tab', async () => {
  serveReading(oneSource('More', 1))
  await page.viewport(390, 844)
  drawReading('/')
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.click()
  const sheet = page.getByRole('dialog', { name: 'More' })
  await expect.element(sheet.getByRole('button', { name: 'Sign out' })).toBeVisible()
  for (const name of [/^Read later/, 'Starred', 'Freshness', 'Alerts', 'Discover', 'Subscribe', 'Settings'])
    await expect.element(sheet.getByRole('link', { name })).toBeVisible()
  await checkLooks('more-sheet', 'narrow')
  await page.viewport(390, 844)
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.element(more).toHaveFocus()
  await more.click()
  await sheet.getByText('Dark', { exact: true }).click()
  await expect.poll(() => document.documentElement.dataset['theme']).toBe('dark')
  await sheet.getByRole('link', { name: 'Starred' }).click()
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.poll(() => location.search).toContain('starred=1')
})

test('the fresh list shows the young, and says what is expected when there are none', async () => {
  const lane = subscription(1, 'Lane', {
    postingsPerDay: 4,
    nextPollAt: new Date(Date.now() + hourMs).toISOString(),
  })
  const [young] = postingsOf(lane, 1, { title: 'Lane just in' })
  let found: readonly object[] = []
  serveReading(
    { subscriptions: [lane], postings: [] },
    {
      'GET /postings': () => ({
        postings: found,
        nextCursor: null,
        asOfId: '999999',
        asOfAt: new Date().toISOString(),
      }),
    },
  )
  drawReading('/?fresh=1')
  await expect.element(page.getByText(/Nothing younger than 30\smin/)).toBeVisible()
  await expect.element(page.getByText(/next article is expected|Next check at/)).toBeVisible()
  await checkLooks('fresh-empty')
  const now = new Date(Date.now() - 60_000).toISOString()
  found = [{ ...young, shownAt: now, foundAt: now, publishedAt: now }]
  await tellEvent({ type: 'postings', sourceId: 1, count: 1, maxId: '1001' })
  await expect.poll(shownTitles).toEqual(['Lane just in'])
  await checkLooks('fresh')
})
