/**
 * `npm run bench -- web [ROUNDS]`: how soon a reader sees something, in Chromium slowed down to a quarter of its speed, on the production build
 * with a database of its own: 300 sources, 5,000 postings. The first page and the acts of reading, from the key or click until the
 * frame that shows it is painted, beside what the browser counts itself (Event Timing) and beside a page without anything. Goals: the first
 * page within 1 s, each act within 100 ms. It always ends with 0: on a busy machine the ratio to the empty page says more.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { buildWhenChanged } from '#lib/launch/build/build.ts'
import { projectRoot } from '#lib/launch/program/project.ts'
import type { AppAccount } from '../support/app-accounts.ts'
import { launchBrowser } from '../support/browser.ts'
import { startTestServer } from '../support/database-server.ts'
import { quantile } from './bench-database.ts'
import { tableLines } from './traces.ts'
import { cells, head, tellRow, type Row } from './web-rows.ts'
import { acts, bareActs, measureAct, type Pressing } from './web-acts.ts'
import { startWithReader } from './web-reader.ts'
import { installStopwatch, type Loaded } from './web-stopwatch.ts'

const rounds = Number(process.argv[2] ?? 20)
const slowdown = 4
const goals = { page: 1000, act: 100 }
/** Loads before the warm ones count: by then Chromium keeps the compiled script, too. */
const warmUps = 3
const settleMs = 1000
const bareFolder = path.join(projectRoot, '.next/static/bench')
const barePath = '/_next/static/bench/empty.html'
const bareHtml =
  '<!doctype html><html lang="en"><title>Empty</title><link rel="icon" href="data:,"><body><p>Empty</p>'

/** A window with an empty cache, signed in, at the empty page, slowed down. */
async function openSlowPage(
  browser: Browser,
  account: AppAccount,
): Promise<{ context: BrowserContext; page: Page }> {
  const viewport = { width: 1440, height: 900 }
  const context = await browser.newContext({ baseURL: account.appUrl, viewport, locale: 'en-GB' })
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
  const { context, page } = await openSlowPage(browser, account)
  const rows: Row[] = []
  const bare: Record<Pressing, number> = { key: Number.NaN, click: Number.NaN }
  for (const act of bareActs) {
    const results = await measureAct(page, act, rounds)
    const ms = results.flatMap(({ looks }) => Object.values(looks))
    bare[act.pressing] = quantile(ms, 0.5)
    rows.push({
      name: act.name,
      ms,
      eventMs: results.map(({ eventMs }) => eventMs),
      bareMs: null,
      goalMs: null,
    })
  }
  for (const act of acts) {
    const results = await measureAct(page, act, rounds)
    process.stderr.write(`  ${act.name}: done\n`)
    for (const look of Object.keys(results[0]?.looks ?? {})) {
      rows.push({
        name: `${act.name}: ${look}`,
        ms: results.map(({ looks }) => looks[look] ?? Number.NaN),
        eventMs: results.map(({ eventMs }) => eventMs),
        bareMs: bare[act.pressing],
        goalMs: goals.act,
      })
    }
  }
  await context.close()
  return rows
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
    const rows = [...(await measureLoading(browser, account)), ...(await measureActs(browser, account))]
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
