import type { KeyAct } from '#components/reading/keys/key-bindings.ts'
import { settingRowsOf, type SettingPart } from '#lib/api/accounts/declared-settings.ts'
import type { FoundKey, MessageKey } from '#lib/words/areas.ts'

/** A page, or a part of one, that the palette leads to. */
type PalettePage = {
  readonly href: string
  readonly group: 'goTo' | 'do' | 'settings' | 'admin'
  /** The act of a key of the reader's own. */
  readonly act?: KeyAct
} & (
  | {
      readonly name: MessageKey<'palette'>
      /** Other words for it, also those that people use elsewhere; null: its name is enough. */
      readonly also: MessageKey<'palette'> | null
    }
  | { readonly name: FoundKey; readonly also?: never }
)

/** The words besides its name by which people find a page. */
export function foundByOf(page: PalettePage): MessageKey<'palette'> | null {
  return page.also === undefined ? `${page.name}FoundBy` : page.also
}

/** The rows of a part of the settings that are declared (lib/api/accounts/declared-settings.ts). */
const rowsOf = (part: SettingPart): readonly PalettePage[] =>
  settingRowsOf(part).map(([id]) => ({
    href: `/settings/general#${id}`,
    name: `settings.${id}`,
    group: 'settings',
  }))

/**
 * All pages, sections and rows of the settings, and the admin's pages. A test goes through the pages of `app` and the headings of
 * the settings: each is found by its name (tests/e2e/palette-parts.test.ts).
 */
export const palettePages: readonly PalettePage[] = [
  { href: '/', name: 'allPostings', also: null, group: 'goTo', act: 'goAll' },
  { href: '/?fresh=1', name: 'pageFresh', also: 'freshFoundBy', group: 'goTo', act: 'goFresh' },
  { href: '/?later=1', name: 'pageLater', also: 'laterFoundBy', group: 'goTo', act: 'goLater' },
  { href: '/?starred=1', name: 'starred', also: null, group: 'goTo', act: 'goStarred' },
  { href: '/?q=', name: 'search', also: null, group: 'goTo', act: 'search' },
  { href: '/discover', name: 'discover', also: null, group: 'goTo' },
  { href: '/sources', name: 'shell.subscriptions', group: 'goTo' },
  { href: '/freshness', name: 'shell.freshness', group: 'goTo' },
  { href: '/sources/statistics', name: 'sources.statistics', group: 'goTo' },
  { href: '/alerts', name: 'pageAlerts', also: 'alertsFoundBy', group: 'goTo' },
  { href: '/subscribe', name: 'shell.subscribe', group: 'do' },
  { href: '/save', name: 'savePage', also: null, group: 'do' },
  { href: '/sources/import', name: 'sources.import', group: 'do' },
  { href: '/settings', name: 'settings', also: null, group: 'settings' },
  { href: '/settings/general', name: 'settings.general', group: 'settings' },
  { href: '/settings/general#appearance', name: 'settings.appearance', group: 'settings' },
  { href: '/settings/general#theme', name: 'settings.theme', group: 'settings' },
  ...rowsOf('appearance'),
  { href: '/settings/general#language', name: 'settings.language', group: 'settings' },
  { href: '/settings/general#counted', name: 'settings.counted', group: 'settings' },
  { href: '/settings/general#lists', name: 'settings.lists', group: 'settings' },
  { href: '/settings/general#every-list', name: 'settings.everyList', group: 'settings' },
  { href: '/settings/general#scrolled', name: 'reading.whenScrolled', group: 'settings' },
  ...rowsOf('lists'),
  { href: '/settings/general#fresh', name: 'pageFreshAge', also: 'freshFoundBy', group: 'settings' },
  { href: '/settings/reading', name: 'text.reading', group: 'settings' },
  { href: '/settings/reading#look', name: 'text.look', group: 'settings' },
  { href: '/settings/reading#images', name: 'text.images', group: 'settings' },
  { href: '/settings/reading#stories', name: 'text.stories', group: 'settings' },
  { href: '/settings/notifications', name: 'pageNotifications', also: 'alertsFoundBy', group: 'settings' },
  { href: '/settings/notifications#alerts', name: 'pageSetAlerts', also: 'alertsFoundBy', group: 'settings' },
  { href: '/settings/notifications#channels', name: 'alerts.channels', group: 'settings' },
  { href: '/settings/notifications#times', name: 'alerts.times', group: 'settings' },
  { href: '/settings/notifications#digests', name: 'outputs.digests', group: 'settings' },
  { href: '/settings/automation', name: 'pageAutomation', also: 'rulesFoundBy', group: 'settings' },
  { href: '/settings/automation#rules', name: 'pageRules', also: 'rulesFoundBy', group: 'settings' },
  { href: '/settings/automation#read-after', name: 'rules.readAfter', group: 'settings' },
  { href: '/settings/connections', name: 'pageConnections', also: 'shareFoundBy', group: 'settings' },
  { href: '/settings/connections#reader-apps', name: 'settings.readerApps', group: 'settings' },
  { href: '/settings/connections#app-passwords', name: 'settings.appPasswords', group: 'settings' },
  { href: '/settings/connections#services', name: 'pageServices', also: 'shareFoundBy', group: 'settings' },
  { href: '/settings/connections#share', name: 'integrations.templates', group: 'settings' },
  { href: '/settings/connections#outputs', name: 'outputs.title', group: 'settings' },
  { href: '/api', name: 'pageApi', also: 'apiFoundBy', group: 'settings' },
  { href: '/settings/account', name: 'settings.account', group: 'settings' },
  { href: '/settings/account#name', name: 'settings.name', group: 'settings' },
  { href: '/settings/account#email', name: 'settings.email', group: 'settings' },
  { href: '/settings/account#security', name: 'settings.security', group: 'settings' },
  { href: '/settings/account#password', name: 'settings.password', group: 'settings' },
  { href: '/settings/account#second-step', name: 'settings.secondStep', group: 'settings' },
  { href: '/settings/account#passkeys', name: 'settings.passkeys', group: 'settings' },
  { href: '/settings/account#sessions', name: 'settings.sessions', group: 'settings' },
  { href: '/settings/account#data', name: 'settings.moveOut', group: 'settings' },
  { href: '/settings/account#delete', name: 'settings.deleteAccount', group: 'settings' },
  { href: '/settings/advanced', name: 'pageAdvanced', also: null, group: 'settings' },
  { href: '/settings/advanced#keys', name: 'reading.keys', group: 'settings' },
  { href: '/settings/advanced#hours', name: 'settings.readingHours', group: 'settings' },
  { href: '/settings/advanced#offline', name: 'settings.offlineTitle', group: 'settings' },
  { href: '/settings/advanced#bookmarklet', name: 'settings.bookmarklet', group: 'settings' },
  { href: '/admin', name: 'shell.admin', group: 'admin' },
  { href: '/admin/people', name: 'admin.people', group: 'admin' },
  { href: '/admin/people#sign-up', name: 'admin.signUp', group: 'admin' },
  { href: '/admin/people#recommends', name: 'admin.recommends', group: 'admin' },
  { href: '/admin/people#invitations', name: 'admin.invitations', group: 'admin' },
  { href: '/admin/sources', name: 'admin.sources', group: 'admin' },
  { href: '/admin/budget', name: 'admin.budgetAndPolicy', group: 'admin' },
  { href: '/admin/budget#bounds', name: 'pageBounds', also: 'boundsFoundBy', group: 'admin' },
  { href: '/admin/budget#polling', name: 'admin.polling', group: 'admin' },
  { href: '/admin/lab', name: 'admin.lab', group: 'admin' },
  { href: '/admin/hosts', name: 'admin.hosts', group: 'admin' },
  { href: '/admin/retention', name: 'admin.retention', group: 'admin' },
  { href: '/admin/audit', name: 'admin.audit', group: 'admin' },
]
