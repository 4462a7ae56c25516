import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { expect } from 'vitest'
import { page, type Locator } from 'vitest/browser'
import { AppFrame } from '#components/shell/frame/app-frame.tsx'
import { SettingsFrame } from '#components/settings/settings-frame.tsx'
import { ReadingScreen } from '#components/reading/screen/reading-screen.tsx'
import { draw } from './draw.tsx'

/** Draws a screen in the frame of the signed-in pages. */
export function drawInFrame(screen: ReactNode, options: Parameters<typeof draw>[1]): void {
  draw(<AppFrame since={null}>{screen}</AppFrame>, options)
}

/** Draws a part of the settings in their frame. */
export function drawInSettings(part: ReactNode, options: Parameters<typeof draw>[1]): void {
  drawInFrame(<SettingsFrame>{part}</SettingsFrame>, options)
}

/** Draws the reading screen in its frame. As a reload where it stood already. */
export function drawReading(address: string): void {
  drawInFrame(<Pages />, { address })
}

/** The same, and waits until it shows postings. */
export async function openList(address = '/'): Promise<void> {
  drawReading(address)
  await expect.element(postingList().getByRole('article').first()).toBeVisible()
}

/** The reading screen goes with its address. */
function Pages() {
  const path = usePathname()
  return path === '/' ? <ReadingScreen /> : <h1>{path}</h1>
}

export function postingList(): Locator {
  return page.getByRole('feed')
}

export function postingRow(title: string): Locator {
  return postingList().getByRole('article', { name: title, exact: true })
}

export function unreadRow(title: string): Locator {
  return postingRow(title).filter({ has: page.getByText('Unread', { exact: true }) })
}

/** Titles of the rows that are drawn, from above. */
export function shownTitles(): (string | null)[] {
  return postingList()
    .getByRole('article')
    .getByRole('heading')
    .elements()
    .map((each) => each.textContent)
}

/** Waits until the rows of the list were measured and stand still. */
export async function expectStill(): Promise<void> {
  const seen: string[] = []
  const places = () =>
    [...document.querySelectorAll('[role=feed] article')].map((row) => row.getBoundingClientRect().top).join()
  await expect
    .poll(() => seen.push(places()) > 5 && seen.slice(-5).every((each) => each === seen.at(-1)), {
      interval: 100,
    })
    .toBe(true)
}

/** Waits for the open text of this title. */
export async function expectOpen(title: string): Promise<void> {
  await expect.element(openTitle()).toHaveTextContent(title)
}

export function openTitle(): Locator {
  return page.getByRole('region', { name: 'Text' }).getByRole('heading', { level: 1 })
}

/** Waits until the sidebar says so many unread postings of a list. */
export async function expectUnread(list: string, count: number): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Folders and pages' }).getByRole('link')
  const unread = () => {
    const texts = link.elements().map((each) => each.textContent)
    const text = texts.find((each) => new RegExp(`^.?${list}([\\d,]+ unread)?$`).test(each)) ?? 'no such list'
    return Number(/([\d,]+) unread$/.exec(text.slice(text.indexOf(list) + list.length))?.[1] ?? 0)
  }
  await expect.poll(unread, { message: `unread of ${list}` }).toBe(count)
}

export function toast(words: string | RegExp): Locator {
  return page.getByRole('region', { name: 'Messages' }).getByText(words)
}

/** Presses one of several choices that stand side by side. */
export async function choose(choice: string): Promise<void> {
  await page.getByRole('radiogroup').getByText(choice, { exact: true }).click()
  await expect.element(page.getByRole('radio', { name: choice, exact: true })).toBeChecked()
}

/** Chooses in one of the menus of the list's head. */
export async function pick(menu: string, choice: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).first().click()
  await page
    .getByRole('menuitemradio', { name: choice })
    .or(page.getByRole('menuitem', { name: choice }))
    .click()
}

/** A row of the tree in the sidebar: of a folder, source or label. */
export function treeRow(name: string | RegExp): Locator {
  return page.getByRole('navigation', { name: 'Folders and pages' }).getByRole('link', { name }).first()
}

/** Opens the menu of a row of the tree and chooses from it. */
export async function chooseFrom(row: Locator, act: string | RegExp): Promise<void> {
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: act }).click()
}
