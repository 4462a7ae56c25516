import type { Page } from 'playwright-core'

export type Scene = {
  /** Of the file in docs/pictures. */
  readonly name: string
  readonly address: string
  readonly isPhone?: boolean
  readonly isDark?: boolean
  readonly isSignedOut?: boolean
  readonly locale?: string
  /** The acts on the page before the picture is taken. */
  readonly lead?: Lead
}

type Lead = (page: Page) => Promise<unknown>

const inOrder =
  (...leads: readonly Lead[]): Lead =>
  async (page) => {
    for (const lead of leads) await lead(page)
  }

const button =
  (name: string | RegExp): Lead =>
  (page) =>
    page.getByRole('button', { name }).filter({ visible: true }).first().click()

const press =
  (key: string): Lead =>
  async (page) => {
    await page.getByRole('article').first().waitFor()
    await page.keyboard.press(key)
  }

/** The list of a feed or folder with all that was read, too. */
const listOf =
  (name: string): Lead =>
  async (page) => {
    const sidebar = page.getByRole('navigation', { name: 'Folders and pages' })
    await sidebar.getByRole('link').filter({ hasText: name }).click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    await page.getByRole('radiogroup').getByText('All', { exact: true }).click()
  }

/** The newest article of a feed opened in the list. */
const firstOf =
  (feed: string): Lead =>
  (page) =>
    page.getByRole('article').filter({ hasText: feed }).first().getByRole('link').first().click()

const layout = (name: string): Lead =>
  inOrder(button('Layout'), (page) => page.getByRole('menuitemradio', { name }).click())

const feedPage: Lead = (page) =>
  page.getByRole('main').getByRole('link', { name: 'Harbour Gazette' }).first().click()

const alertMe: Lead = (page) => page.getByRole('main').getByRole('link', { name: 'Alert me' }).click()

const find =
  (address: string): Lead =>
  async (page) => {
    await page.getByRole('textbox', { name: 'Address of a site, channel or feed' }).fill(address)
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await page.getByRole('region', { name: /^Preview/ }).waitFor()
  }

const opml = `<opml version="2.0"><body>
${outlines('Birds', ['Wren', 'Swift', 'Heron', 'Dipper', 'Kestrel'])}
${outlines('Boats', ['Dinghy', 'Ketch', 'Cutter'])}
${outlines('Weather', ['Mist', 'Squall', 'Thaw', 'Breeze'])}
</body></opml>`

function outlines(folder: string, names: readonly string[]): string {
  const feeds = names.map(
    (name) =>
      `<outline type="rss" text="${name} Weekly" xmlUrl="http://${name.toLowerCase()}.example.org/feed"/>`,
  )
  return `<outline text="${folder}">${feeds.join('')}</outline>`
}

const importPreview: Lead = async (page) => {
  const file = { name: 'feeds.opml', mimeType: 'text/x-opml', buffer: Buffer.from(opml) }
  await page.getByLabel('Choose a file').setInputFiles(file)
}

const replayed: Lead = async (page) => {
  await page.getByRole('button', { name: 'Replay' }).click()
  await page.getByRole('img', { name: /^Delay against budget/ }).waitFor({ timeout: 120_000 })
}

const newRule: Lead = async (page) => {
  await page.getByRole('button', { name: 'New rule' }).click()
  const form = page.getByRole('form', { name: 'New rule' })
  await form.getByLabel('Name').fill('Ferries and trains')
  await form.getByLabel('If an article matches').fill('ferry OR trains')
  await form.getByLabel('Star').check()
  await form.getByRole('button', { name: 'Test' }).click()
}

export const scenes: readonly Scene[] = [
  { name: 'reading', address: '/', lead: inOrder(listOf('Science'), firstOf('Field Notes')) },
  {
    name: 'reading-dark',
    address: '/',
    isDark: true,
    lead: inOrder(listOf('Science'), firstOf('Open Orbit')),
  },
  { name: 'why', address: '/', lead: inOrder(firstOf('Harbour Gazette'), button('How it was found')) },
  { name: 'code', address: '/', lead: inOrder(listOf('Technology'), firstOf('Small Machines')) },
  { name: 'podcast', address: '/', lead: inOrder(listOf('Listening'), firstOf('Lighthouse Radio')) },
  { name: 'search', address: '/?q=lighthouse&show=all' },
  { name: 'fresh', address: '/fresh' },
  { name: 'freshness', address: '/freshness' },
  { name: 'freshness-dark', address: '/freshness', isDark: true },
  { name: 'feed', address: '/sources', lead: feedPage },
  { name: 'subscriptions', address: '/sources' },
  { name: 'statistics', address: '/sources/statistics' },
  { name: 'subscribe', address: '/subscribe', lead: find('http://tidetables.test/') },
  { name: 'discover', address: '/discover' },
  { name: 'import', address: '/sources/import', lead: importPreview },
  { name: 'palette', address: '/', lead: press('Control+k') },
  { name: 'keys', address: '/', lead: press('?') },
  { name: 'settings', address: '/settings/general' },
  { name: 'settings-reading', address: '/settings/reading' },
  { name: 'rule', address: '/settings/automation', lead: newRule },
  { name: 'connections', address: '/settings/connections' },
  { name: 'alerts', address: '/sources', lead: inOrder(feedPage, alertMe) },
  { name: 'admin', address: '/admin' },
  { name: 'admin-dark', address: '/admin', isDark: true },
  { name: 'admin-feeds', address: '/admin/sources' },
  { name: 'budget', address: '/admin/budget' },
  { name: 'lab', address: '/admin/lab', lead: replayed },
  { name: 'hosts', address: '/admin/hosts' },
  { name: 'people', address: '/admin/people' },
  { name: 'retention', address: '/admin/retention' },
  { name: 'log', address: '/admin/audit' },
  { name: 'sign-in', address: '/sign-in', isSignedOut: true },
  { name: 'phone-list', address: '/', isPhone: true },
  { name: 'phone-list-dark', address: '/', isPhone: true, isDark: true },
  { name: 'phone-text', address: '/?show=all', isPhone: true, lead: firstOf('Harbour Gazette') },
  { name: 'phone-fresh', address: '/fresh', isPhone: true },
  { name: 'phone-folders', address: '/', isPhone: true, lead: button('Folders') },
  { name: 'phone-more', address: '/', isPhone: true, lead: button('More') },
  { name: 'phone-freshness', address: '/freshness', isPhone: true },
  { name: 'german', address: '/freshness', locale: 'de-DE' },
  // The list stays so: last.
  { name: 'cards', address: '/?show=all', lead: layout('Cards') },
]
