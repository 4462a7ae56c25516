import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SubscribeScreen } from '#components/sources/adding/subscribe-screen.tsx'
import type { ImportReport } from '#lib/api/moving/imports.ts'

import { starterPack } from '#lib/api/sources/discover.ts'
import { feedCandidate, subscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { answerOf } from '../../support/components/answer-of.ts'
import { checkLooks } from '../../support/components/check-looks.ts'
import { drawInFrame } from '../../support/components/reading-pages.tsx'
import { oneSource, serveReading } from '../../support/components/reading-server.ts'
import { refusal } from '../../support/components/stand-in-server.ts'

test('several addresses are subscribed to together, and those that failed are tried again', async () => {
  let isDown = true
  const server = serveReading(oneSource('Explorer', 2), {
    'GET /discover/packs': { packs: [] },
    'POST /subscriptions': ({ body }: { readonly body: unknown }) => {
      const { url } = body as { readonly url: string }
      if (url === 'https://two.example/feed' && isDown)
        return refusal('source_unreachable', 'two.example is down.')
      return answerOf(subscriptionItem, { title: `Title of ${url}`, url })
    },
  })
  drawInFrame(<SubscribeScreen startAddress="" isFirst={false} />, { address: '/subscribe' })
  await page.getByRole('textbox', { name: /^Address of a site/ }).fill('one.example https://two.example/feed')
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'Subscribe to 2 feeds' }).click()
  await expect.element(page.getByText('Title of one.example')).toBeVisible()
  await expect.element(page.getByText('two.example is down.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Start reading' })).toBeVisible()
  await checkLooks('several-feeds')
  isDown = false
  await page.getByRole('button', { name: 'Try the other one again' }).click()
  await expect.element(page.getByText('Title of https://two.example/feed')).toBeVisible()
  await expect.element(page.getByText('two.example is down.')).not.toBeInTheDocument()
  expect(server.changes()).toEqual([
    ['POST /subscriptions', { url: 'one.example' }],
    ['POST /subscriptions', { url: 'https://two.example/feed' }],
    ['POST /subscriptions', { url: 'https://two.example/feed' }],
  ])
})

test('an address is corrected while it is looked at, and what comes of the old one says nothing', async () => {
  const answers = new Map<string, (answer: unknown) => void>()
  serveReading(oneSource('Explorer', 2), {
    'GET /discover/packs': { packs: [] },
    'POST /discover': ({ body }: { readonly body: unknown }) =>
      new Promise((answer) => answers.set((body as { readonly input: string }).input, answer)),
  })
  drawInFrame(<SubscribeScreen startAddress="" isFirst={false} />, { address: '/subscribe' })
  const field = page.getByRole('textbox', { name: /^Address of a site/ })
  for (const address of ['wrong.example', 'right.example']) {
    await field.fill(address)
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => answers.has(address)).toBe(true)
    await expect.element(page.getByText('Looking for feeds…')).toBeVisible()
  }
  answers.get('wrong.example')?.(refusal('source_unreachable', 'wrong.example took too long to answer.'))
  const found = { url: 'https://right.example/feed', title: 'The right one' }
  answers.get('right.example')?.({ candidates: [answerOf(feedCandidate, found)] })
  await expect.element(page.getByRole('heading', { name: 'The right one' })).toBeVisible()
  await expect.element(page.getByText(/took too long/)).not.toBeInTheDocument()
})

test('of several feeds found at an address any may be chosen, and are subscribed to together', async () => {
  const found = ['all', 'letters', 'ticker'].map((name) =>
    answerOf(feedCandidate, { url: `https://three.example/${name}`, title: `Three, ${name}` }),
  )
  const server = serveReading(oneSource('Explorer', 2), {
    'GET /discover/packs': { packs: [] },
    'POST /discover': { candidates: found },
    'POST /subscriptions': ({ body }: { readonly body: unknown }) =>
      answerOf(subscriptionItem, { title: 'Subscribed', ...(body as object) }),
  })
  drawInFrame(<SubscribeScreen startAddress="" isFirst={false} />, { address: '/subscribe' })
  await page.getByRole('textbox', { name: /^Address of a site/ }).fill('three.example')
  await userEvent.keyboard('{Enter}')
  const feed = (name: string) => page.getByRole('checkbox', { name: `Three, ${name}` })
  await expect.element(feed('all')).toBeChecked()
  await expect.element(page.getByRole('button', { name: 'Subscribe', exact: true })).toBeVisible()
  await page.getByText('Three, ticker', { exact: true }).click()
  await expect.element(feed('ticker')).toBeChecked()
  await expect.element(page.getByRole('heading', { name: 'Three, ticker' })).toBeVisible()
  await checkLooks('several-found')
  await page.getByRole('button', { name: 'Subscribe to 2 feeds' }).click()
  await expect.element(page.getByRole('link', { name: 'Start reading' })).toBeVisible()
  expect(server.changes().filter(([route]) => route === 'POST /subscriptions')).toEqual([
    ['POST /subscriptions', { url: 'https://three.example/all' }],
    ['POST /subscriptions', { url: 'https://three.example/ticker' }],
  ])
})

test('typing can begin at once, and a search that runs is corrected by another', async () => {
  let answerLate: (answer: Response) => void = () => undefined
  const late = new Promise<Response>((resolve) => (answerLate = resolve))
  serveReading(oneSource('Explorer', 2), {
    'GET /discover/packs': { packs: [] },
    'POST /discover': ({ body }: { readonly body: unknown }) =>
      (body as { readonly input: string }).input === 'wrong.example'
        ? late
        : { candidates: [answerOf(feedCandidate, { url: 'https://right.example/', title: 'Right' })] },
  })
  drawInFrame(<SubscribeScreen startAddress="" isFirst={false} />, { address: '/subscribe' })
  const field = page.getByRole('textbox', { name: /^Address of a site/ })
  await expect.element(field).toHaveFocus()
  await field.fill('wrong.example')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Looking for feeds…')).toBeVisible()
  await field.fill('right.example')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('radio', { name: 'Right' })).toBeChecked()
  answerLate(refusal('source_unreachable', 'wrong.example is down.'))
  await new Promise((resolve) => setTimeout(resolve, 100))
  await expect.element(page.getByText('wrong.example is down.')).not.toBeInTheDocument()
  await expect.element(page.getByRole('radio', { name: 'Right' })).toBeChecked()
})

test('why an address gave no feed is said in words, with the status apart for who asks its publisher', async () => {
  const message = 'The site refuses to let Skylark read it.'
  const error = { code: 'no_feed_found', message, requestId: 'r', field: 'input', httpStatus: 403 }
  serveReading(oneSource('Explorer', 2), {
    'GET /discover/packs': { packs: [] },
    'POST /discover': () => Response.json({ error }, { status: 422 }),
  })
  drawInFrame(<SubscribeScreen startAddress="" isFirst={false} />, { address: '/subscribe' })
  await page.getByRole('textbox', { name: /^Address of a site/ }).fill('closed.example')
  await userEvent.keyboard('{Enter}')
  const status = page.getByText('HTTP 403', { exact: true })
  await expect.element(status).toBeVisible()
  expect(status.element().parentElement?.textContent).toBe(`${message} HTTP 403`)
})

test('the first run takes a file of another reader in its place, and the feeds arrive there', async () => {
  const opml =
    '<opml><body><outline text="Sea"><outline text="Tides" xmlUrl="https://tides.example/"/></outline></body></opml>'
  const report: ImportReport = {
    name: '',
    kind: 'opml',
    found: 1,
    added: 1,
    alreadyThere: 0,
    notHere: 0,
    refused: 0,
    refusal: null,
    problems: [],
    labels: [],
    made: { subscriptionIds: [2], folderIds: [1], labelIds: [] },
    lines: [{ line: 1, url: 'https://tides.example/', title: 'Tides', result: 'added', message: null }],
  }
  serveReading(oneSource('Tides', 1), {
    'GET /discover/packs': { packs: [] },
    'POST /import': () => new Response(`${JSON.stringify({ type: 'report', files: [report] })}\n`),
  })
  drawInFrame(<SubscribeScreen startAddress="" isFirst />, { address: '/subscribe?first=1' })
  const own = page.getByRole('region', { name: 'Import from another reader' })
  await own.getByLabelText('Choose a file').upload(new File([opml], 'mine.opml'))
  await checkLooks('first-run-import')
  await own.getByRole('button', { name: 'Import 1 feed' }).click()
  // Nothing is said of feeds that were there or refused where there are none.
  await expect.element(own.getByText('1 added', { exact: true })).toBeVisible()
})

test('the first run says what Skylark does beside a trace, and one press follows a starter pack', async () => {
  const sources = ['tides', 'harbour'].map((name) => ({
    url: `https://${name}.example/`,
    title: name,
    description: '',
    subscriptionId: null,
  }))
  const server = serveReading(oneSource('Explorer', 2), {
    'GET /discover/packs': { packs: [answerOf(starterPack, { name: 'sea', title: 'Sea', sources })] },
    'POST /subscriptions': ({ body }: { readonly body: unknown }) =>
      answerOf(subscriptionItem, { title: 'Subscribed', ...(body as object) }),
  })
  drawInFrame(<SubscribeScreen startAddress="" isFirst />, { address: '/subscribe?first=1' })
  const packs = page.getByRole('region', { name: 'Starter packs' })
  const sentence = packs.getByText(/^Skylark checks each site when news is likely/)
  await expect.element(sentence).toBeVisible()
  expect(sentence.element().querySelector('svg')).not.toBeNull()
  await checkLooks('first-run-packs')
  await packs.getByRole('button', { name: 'Subscribe to all 2' }).click()
  await expect
    .poll(() => server.changes().filter(([route]) => route === 'POST /subscriptions'))
    .toEqual(sources.map(({ url }) => ['POST /subscriptions', { url, folderName: 'Sea' }]))
})

test('where none of several addresses could be subscribed to, all are tried again', async () => {
  serveReading(oneSource('Explorer', 2), {
    'GET /discover/packs': { packs: [] },
    'POST /subscriptions': () => refusal('source_unreachable', 'It is down.'),
  })
  drawInFrame(<SubscribeScreen startAddress="" isFirst={false} />, { address: '/subscribe' })
  await page
    .getByRole('textbox', { name: /^Address of a site/ })
    .fill('one.example two.example three.example')
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'Subscribe to 3 feeds' }).click()
  await expect.element(page.getByRole('button', { name: 'Try all 3 again' })).toBeEnabled()
  await expect.element(page.getByRole('link', { name: 'Start reading' })).not.toBeInTheDocument()
})
