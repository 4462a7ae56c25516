import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { SourceDetail } from '#lib/api/sources/sources.ts'
import { sayReason } from '#lib/text/say-reason.ts'
import { localeOf, wordsOf } from '#lib/words/server-words.ts'
import { callApi, sharedApp, signUpThroughApi } from '#tests/support/browser/app-accounts.ts'
import { expectUnread, findFeeds, pollNow, postingList, subscribe } from '#tests/support/browser/app-pages.ts'
import { openWindow } from '#tests/support/browser/app-window.ts'
import { makePostings } from '#tests/support/servers/publisher.ts'
import { letTimePass } from '#tests/support/measure/time-passing.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'

const minuteMs = 60_000
const app = sharedApp()
const world = withPublishers()

async function newWindow(name: string) {
  const account = await signUpThroughApi(app.url, name)
  return { account, ...(await openWindow(world.browser, { appUrl: app.url, account })) }
}

test('a site’s address leads to its feed, a preview, and its postings', async () => {
  const { page, expectQuiet, close } = await newWindow('Finder')
  const site = world.publishers.site('Lighthouse', makePostings('Lighthouse', 12, Date.now() - minuteMs))
  await page.goto('/subscribe')
  await findFeeds(page, site.siteUrl)
  await page.getByRole('radio', { name: 'Lighthouse', checked: true }).waitFor()
  await page.getByRole('region', { name: 'Preview of Lighthouse' }).getByText('Lighthouse 12').waitFor()
  await page.getByRole('heading', { name: 'How soon new articles are found' }).waitFor()
  await subscribe(page, 'Coast')
  await postingList(page).getByText('Lighthouse 12').first().waitFor()
  await expectUnread(page, 'Coast', 12)
  expectQuiet()
  await close()
})

test('an address without a feed says so in words', async () => {
  const { page, close } = await newWindow('Loser')
  const site = world.publishers.site('Ruin', [])
  await page.goto('/subscribe')
  await page.getByRole('textbox', { name: 'Address of a site, channel or feed' }).fill(`${site.siteUrl}none`)
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page
    .getByRole('status')
    .filter({ hasText: /no feed|404|not found/i })
    .waitFor()
  await close()
})

test('a list from another reader comes in with a report for each line, and goes out again', async () => {
  const { page, expectQuiet, close } = await newWindow('Mover')
  const good = world.publishers.site('Packed', makePostings('Packed', 3, Date.now() - minuteMs))
  const opml = `<?xml version="1.0"?><opml version="2.0"><head><title>Mine</title></head><body>
    <outline text="Boxes"><outline type="rss" text="Packed" xmlUrl="${good.feedUrl}"/></outline>
    <outline type="rss" text="Nonsense" xmlUrl="javascript:alert(1)"/></body></opml>`
  await page.goto('/sources')
  await page.getByRole('link', { name: 'Import' }).first().click()
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'mine.opml', mimeType: 'text/x-opml', buffer: Buffer.from(opml) })
  await page.getByRole('button', { name: 'Import 2 feeds' }).click()
  const report = page.getByRole('region', { name: 'Result' })
  await report.getByText('1 added, 1 not added').waitFor()
  await report.getByRole('row').filter({ hasText: 'Nonsense' }).getByText('not added').waitFor()
  await report.getByText('Feeds that have answered: 1 of 1').waitFor()
  await report.getByRole('link', { name: 'Packed', exact: true }).waitFor()
  await expectUnread(page, 'Boxes', 3)

  await page.getByRole('main').getByRole('link', { name: 'Subscriptions' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export OPML' }).click(),
  ])
  const exported = await text(await download.createReadStream())
  expect(exported).toContain('Boxes')
  expect(exported).toContain(`xmlUrl="${good.feedUrl}"`)
  expectQuiet()
  await close()
})

test('a source’s page shows delay, hours, the next poll and why', async () => {
  const { account, page, expectQuiet, close } = await newWindow('Watcher')
  const site = world.publishers.site('Beacon', makePostings('Beacon', 20, Date.now() - 60 * minuteMs))
  const { sourceId } = await callApi<{ sourceId: number }>(account, 'POST', '/subscriptions', {
    url: site.feedUrl,
  })
  const firstPolledAt = async () =>
    (await callApi<{ lastPolledAt: string | null }>(account, 'GET', `/sources/${sourceId}`)).lastPolledAt
  await expect.poll(firstPolledAt).not.toBeNull()
  site.post({ title: 'Beacon lit', publishedAt: Date.now() - 4 * minuteMs }) // before any poll but the first
  await letTimePass(app.databaseUrl, site.feedUrl, 10 * minuteMs)
  await page.goto(`/sources/${sourceId}`)
  await page.getByRole('heading', { name: 'Beacon', level: 1 }).waitFor()
  await page.getByText('No delay measured yet').waitFor()
  await pollNow(page)
  await page.getByText('half within 4 min').waitFor()
  await page.getByRole('img', { name: /^Delay of 1\sarticle: half within 4\smin/ }).waitFor()
  await page.getByRole('heading', { name: 'When it posts' }).waitFor()
  await page.getByRole('heading', { name: 'Why not now?' }).waitFor()
  const timeZone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const words = { t: wordsOf('en', 'reasons'), locale: localeOf('en') }
  // A planning may decide anew between the page's question and this one.
  const reasonIsShown = async () => {
    const { nextPollReason } = await callApi<SourceDetail>(account, 'GET', `/sources/${sourceId}`)
    if (nextPollReason === null) return false
    const said = sayReason(nextPollReason, { ...words, timeZone, nowMs: Date.now() })
    if ((await page.getByText(said).count()) > 0) return true
    await page.reload()
    await page.getByRole('heading', { name: 'Why not now?' }).waitFor()
    return false
  }
  await expect.poll(reasonIsShown, { timeout: 30_000 }).toBe(true)
  expectQuiet()
  await close()
})
