import type { Browser, Page } from 'playwright-core'
import type { AppAccount } from './app-accounts.ts'
import { openWindow } from './app-window.ts'
import { checkEveryLook, type LookOptions } from './page-check.ts'

type View = {
  readonly appUrl: string
  readonly path: string
  /** Signed in as this account; nobody without. */
  readonly account?: AppAccount
  /** Does what leads from the page to the view, and waits until it is there. */
  readonly lead: (page: Page) => Promise<unknown>
}

/** Looks at one view of an account that a test file chose. */
export type Look = (
  name: string,
  path: string,
  lead: (page: Page) => Promise<unknown>,
  options?: LookOptions,
) => Promise<void>

/** Opens a view, checks all its looks, and that nothing was written to the console. */
export async function look(
  browser: Browser,
  name: string,
  { appUrl, path, account, lead }: View,
  options: LookOptions = {},
): Promise<void> {
  const window = await openWindow(browser, {
    appUrl,
    ...(account === undefined ? {} : { account }),
    ...(options.only === 'narrow' ? { width: 390, height: 844 } : {}),
  })
  await window.page.goto(path)
  await lead(window.page)
  await checkEveryLook(window.page, name, options)
  window.expectQuiet()
  await window.close()
}

/** The same in the full account; wide windows show its folders beside the view. */
export function lookBesideFolders(
  browser: Browser,
  name: string,
  view: View,
  options: LookOptions = {},
): Promise<void> {
  const lead = async (page: Page) => {
    await view.lead(page)
    if (options.only !== 'narrow')
      await page
        .getByRole('link', { name: /^Machines/, includeHidden: true })
        .first()
        .waitFor({ state: 'attached' })
  }
  return look(browser, name, { ...view, lead }, options)
}
