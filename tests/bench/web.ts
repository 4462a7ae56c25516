/**
 * `npm run bench -- web [ROUNDS=20] [ACT]`: how soon a reader sees something, in Chromium slowed down to a quarter of its speed, on the
 * production build with a database of its own: 300 sources, 5,000 postings. The first page and the acts of reading: from the key or
 * click until the frame that shows it is painted, and until the next frame by the browser's own account (Event Timing, as in
 * "interaction to next paint"). Both stand beside a page without anything. ACT takes only the acts with this in their name, and what is
 * done at the same address. Goals: the first page within 1 s, each act within 100 ms. It always ends with 0: on a busy machine the ratio
 * to the empty page says more.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { buildWhenChanged } from '#lib/launch/build/build.ts'
import { projectRoot } from '#lib/launch/program/project.ts'
import type { AppAccount } from '#tests/support/browser/app-accounts.ts'
import { launchBrowser } from '#tests/support/browser/browser.ts'
import { startTestServer } from '#tests/support/servers/database-server.ts'
import { quantile } from './bench-database.ts'
import { tableLines } from './traces.ts'
import { cells, head, tellRow, type Row } from './web-rows.ts'
import { acts, bareActs, measureAct, type Act, type Pressing } from './web-acts.ts'
import { frameActs, phoneActs } from './web-frame-acts.ts'
import { startWithReader } from './web-reader.ts'
import { installStopwatch, type Loaded } from './web-stopwatch.ts'

const rounds = Number(process.argv[2] ?? 20)
/** Acts whose names have this; the first page is left out then. */
const only = process.argv[3]
const slowdown = 4
const goals = { page: 1000, act: 100 }
/** Loads before the warm ones count: by then Chromium keeps the compiled script, too. */
const warmUps = 3
const settleMs = 1000
const bareFolder = path.join(projectRoot, '.next/static/bench')
const barePath = '/_next/static/bench/empty.html'
const bareHtml =
  '<!doctype html><html lang="en"><title>Empty</title><link rel="icon" href="data:,"><body><p>Empty</p>'

type Device = keyof typeof devices
const devices = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}

/** A window with an empty cache, signed in, at the empty page, slowed down. */
async function openSlowPage(
  browser: Browser,
  account: AppAccount,
  device: Device = 'desk',
): Promise<{ context: BrowserContext; page: Page }> {
  const looks = { baseURL: account.appUrl, locale: 'en-GB', ...devices[device] }
  const context = await browser.newContext(looks)
  await context.addCookies([...account.cookies])
  const page = await context.newPage()
  await installStopwatch(page)
  await page.goto(barePath)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { context, page }
}

async function load(page: Page, address: string): Promise<Loaded> {
  await page.goto(address, { waitUntil: 'load' })
  if (address !== barePath) await page.waitForFunction(() => window.stopwatch.loaded().aliveMs !== null)
  await page.waitForTimeout(settleMs)
  return page.evaluate(() => window.stopwatch.loaded())
}

async function measureLoading(browser: Browser, account: AppAccount): Promise<readonly Row[]> {
  const [bare, cold, warm]: Loaded[][] = [[], [], []]
  for (let round = 0; round < rounds; round++) {
    const { context, page } = await openSlowPage(browser, account)
    bare?.push(await load(page, barePath))
    cold?.push(await load(page, '/'))
    await context.close()
  }
  const { context, page } = await openSlowPage(browser, account)
  for (let round = 0; round < warmUps + rounds; round++) {
    const loaded = await load(page, '/')
    if (round >= warmUps) warm?.push(loaded)
  }
  await context.close()
  const bareMs = quantile(
    (bare ?? []).map(({ largestMs }) => largestMs),
    0.5,
  )
  return [
    {
      name: 'bare: page, largest paint',
      ms: (bare ?? []).map(({ largestMs }) => largestMs),
      bareMs: null,
      goalMs: null,
    },
    ...loadingRows('cold', cold ?? [], bareMs),
    ...loadingRows('warm', warm ?? [], bareMs),
  ]
}

function loadingRows(kind: string, loads: readonly Loaded[], bareMs: number): readonly Row[] {
  const name = `first page, ${kind}`
  const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null)
  return [
    {
      name: `${name}: largest paint`,
      ms: loads.map(({ largestMs }) => largestMs),
      bareMs,
      goalMs: goals.page,
    },
    {
      name: `${name}: first posting`,
      ms: known(loads.map(({ rowMs }) => rowMs)),
      bareMs,
      goalMs: goals.page,
    },
    { name: `${name}: hears keys`, ms: known(loads.map(({ aliveMs }) => aliveMs)), bareMs, goalMs: null },
  ]
}

async function measureActs(browser: Browser, account: AppAccount): Promise<readonly Row[]> {
  const desk = await openSlowPage(browser, account)
  const bare: Record<Pressing, number> = { key: Number.NaN, click: Number.NaN }
  const bareRows: Row[] = []
  for (const act of bareActs) {
    const results = await measureAct(desk.page, act, rounds)
    const ms = results.flatMap(({ looks }) => Object.values(looks))
    bare[act.pressing] = quantile(ms, 0.5)
    bareRows.push({
      name: act.name,
      ms,
      eventMs: results.map(({ eventMs }) => eventMs),
      bareMs: null,
      goalMs: null,
    })
  }
  const deskRows = await measureEach(desk.page, [...acts, ...frameActs], bare)
  await desk.context.close()
  const phone = await openSlowPage(browser, account, 'phone')
  const phoneRows = await measureEach(phone.page, phoneActs, bare)
  await phone.context.close()
  return [...bareRows, ...deskRows, ...phoneRows]
}

async function measureEach(
  page: Page,
  all: readonly Act[],
  bare: Readonly<Record<Pressing, number>>,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const act of wantedActs(all)) {
    const results = await measureAct(page, act, rounds)
    process.stderr.write(`  ${act.name}: done\n`)
    const base = { bareMs: bare[act.pressing], goalMs: goals.act }
    const eventMs = results.map((result) => result.eventMs)
    // The browser accounts for no turn of the wheel, and for no event of less than 16 ms.
    if (eventMs.some((ms) => ms > 0))
      rows.push({ ...base, name: `${act.name}: next paint`, ms: eventMs.map((ms) => Math.max(ms, 16)) })
    for (const look of Object.keys(results[0]?.looks ?? {})) {
      const ms = results.map(({ looks }) => looks[look] ?? Number.NaN)
      rows.push({ ...base, name: `${act.name}: ${look}`, ms, eventMs })
    }
  }
  return rows
}

/** Those whose names have what is asked for, with those before and after them that go on from one address. */
function wantedActs(all: readonly Act[]): readonly Act[] {
  if (only === undefined) return all
  const visits: Act[][] = []
  for (const act of all) {
    if (act.at !== undefined) visits.push([])
    visits.at(-1)?.push(act)
  }
  return visits.filter((visit) => visit.some(({ name }) => name.includes(only))).flat()
}

async function main(): Promise<void> {
  await buildWhenChanged(console.error, AbortSignal.timeout(600_000))
  mkdirSync(bareFolder, { recursive: true })
  writeFileSync(path.join(bareFolder, 'empty.html'), bareHtml)
  const server = await startTestServer()
  process.env['TEST_DATABASE_SERVER_URL'] = server.url
  const { app, account } = await startWithReader()
  const browser = await launchBrowser()
  try {
    const before = os.loadavg()
    const loading = only === undefined ? await measureLoading(browser, account) : []
    const rows = [...loading, ...(await measureActs(browser, account))]
    console.log(tableLines([head, ...rows.map(cells)]))
    for (const row of rows) tellRow(row)
    const load = [before, os.loadavg()].map(([minute = 0]) => minute.toFixed(1)).join(' before, ')
    console.log(`load average ${load} after, on ${os.availableParallelism()} cores`)
    const missed = rows.filter(({ ms, goalMs }) => goalMs !== null && quantile(ms, 0.5) > goalMs)
    console.log(
      missed.length === 0 ? 'all goals met' : `missed: ${missed.map(({ name }) => name).join('; ')}`,
    )
  } finally {
    await browser.close()
    await app.stop()
    await server.stop()
    rmSync(bareFolder, { recursive: true, force: true })
  }
}

await main()
