import type { KeyAct } from '#components/reading/keys/key-bindings.ts'
import type { MessageKey } from '#lib/words/areas.ts'

/** A page, or a part of one, that the palette leads to. */
type PalettePage = {
  readonly href: string
  readonly name: MessageKey<'palette'>
  /** Other words for it, also those that people use elsewhere; null: its name is enough. */
  readonly also: MessageKey<'palette'> | null
  readonly group: 'goTo' | 'do' | 'settings' | 'admin'
  /** The act of a key of the reader's own. */
  readonly act?: KeyAct
}

/**
 * All pages, sections and rows of the settings, and the admin's pages. A test goes through the pages of `app` and the headings of
 * the settings: each is found by its name (tests/e2e/palette-parts.test.ts).
 */
export const palettePages: readonly PalettePage[] = [
  { href: '/', name: 'allPostings', also: null, group: 'goTo', act: 'goAll' },
  { href: '/?fresh=1', name: 'pageFresh', also: 'alsoFresh', group: 'goTo', act: 'goFresh' },
  { href: '/?later=1', name: 'pageLater', also: 'alsoLater', group: 'goTo', act: 'goLater' },
  { href: '/?starred=1', name: 'starred', also: null, group: 'goTo', act: 'goStarred' },
  { href: '/?q=', name: 'search', also: null, group: 'goTo', act: 'search' },
  { href: '/discover', name: 'discover', also: null, group: 'goTo' },
  { href: '/sources', name: 'subscriptions', also: 'alsoSubscriptionsPage', group: 'goTo' },
  { href: '/freshness', name: 'pageFreshness', also: 'alsoFreshness', group: 'goTo' },
  { href: '/sources/statistics', name: 'pageStatistics', also: 'alsoStatistics', group: 'goTo' },
  { href: '/alerts', name: 'pageAlerts', also: 'alsoAlerts', group: 'goTo' },
  { href: '/subscribe', name: 'subscribe', also: 'alsoSubscribePage', group: 'do' },
  { href: '/save', name: 'savePage', also: null, group: 'do' },
  { href: '/sources/import', name: 'import', also: 'alsoImportPage', group: 'do' },
  { href: '/settings', name: 'settingsPage', also: null, group: 'settings' },
  { href: '/settings/general', name: 'pageGeneral', also: 'alsoGeneral', group: 'settings' },
  { href: '/settings/general#appearance', name: 'pageAppearance', also: 'alsoAppearance', group: 'settings' },
  { href: '/settings/general#theme', name: 'pageTheme', also: 'alsoTheme', group: 'settings' },
  { href: '/settings/general#density', name: 'pageDensity', also: 'alsoDensity', group: 'settings' },
  { href: '/settings/general#language', name: 'pageLanguage', also: 'alsoLanguage', group: 'settings' },
  { href: '/settings/general#counted', name: 'pageCounted', also: 'alsoCounted', group: 'settings' },
  { href: '/settings/general#lists', name: 'pageLists', also: 'alsoLists', group: 'settings' },
  { href: '/settings/general#every-list', name: 'pageEveryList', also: 'alsoEveryList', group: 'settings' },
  { href: '/settings/general#scrolled', name: 'pageScrolled', also: 'alsoScrolled', group: 'settings' },
  { href: '/settings/general#swipes', name: 'pageSwipes', also: 'alsoSwipes', group: 'settings' },
  { href: '/settings/general#fresh', name: 'pageFreshAge', also: 'alsoFresh', group: 'settings' },
  { href: '/settings/reading', name: 'pageReading', also: 'alsoReading', group: 'settings' },
  { href: '/settings/reading#look', name: 'pageLook', also: 'alsoLook', group: 'settings' },
  { href: '/settings/reading#images', name: 'pageImages', also: 'alsoImages', group: 'settings' },
  { href: '/settings/reading#stories', name: 'pageStories', also: 'alsoStories', group: 'settings' },
  { href: '/settings/notifications', name: 'pageNotifications', also: 'alsoAlerts', group: 'settings' },
  { href: '/settings/notifications#alerts', name: 'pageSetAlerts', also: 'alsoAlerts', group: 'settings' },
  { href: '/settings/notifications#channels', name: 'pageChannels', also: 'alsoChannels', group: 'settings' },
  { href: '/settings/notifications#times', name: 'pageTimes', also: 'alsoTimes', group: 'settings' },
  { href: '/settings/notifications#digests', name: 'pageDigests', also: 'alsoDigests', group: 'settings' },
  { href: '/settings/automation', name: 'pageAutomation', also: 'alsoRules', group: 'settings' },
  { href: '/settings/automation#rules', name: 'pageRules', also: 'alsoRules', group: 'settings' },
  {
    href: '/settings/automation#read-after',
    name: 'pageReadAfter',
    also: 'alsoReadAfter',
    group: 'settings',
  },
  { href: '/settings/connections', name: 'pageConnections', also: 'alsoShare', group: 'settings' },
  {
    href: '/settings/connections#reader-apps',
    name: 'pageReaderApps',
    also: 'alsoReaderApps',
    group: 'settings',
  },
  {
    href: '/settings/connections#app-passwords',
    name: 'pageAppPasswords',
    also: 'alsoAppPasswords',
    group: 'settings',
  },
  { href: '/settings/connections#services', name: 'pageServices', also: 'alsoShare', group: 'settings' },
  { href: '/settings/connections#share', name: 'pageShare', also: 'alsoShareLinks', group: 'settings' },
  { href: '/settings/connections#outputs', name: 'pageFeeds', also: 'alsoFeeds', group: 'settings' },
  { href: '/api', name: 'pageApi', also: 'alsoApi', group: 'settings' },
  { href: '/settings/account', name: 'pageAccount', also: 'alsoAccount', group: 'settings' },
  { href: '/settings/account#name', name: 'pageName', also: 'alsoName', group: 'settings' },
  { href: '/settings/account#email', name: 'pageEmail', also: 'alsoEmail', group: 'settings' },
  { href: '/settings/account#security', name: 'pageSecurity', also: 'alsoSecurity', group: 'settings' },
  { href: '/settings/account#password', name: 'pagePassword', also: 'alsoPassword', group: 'settings' },
  {
    href: '/settings/account#second-step',
    name: 'pageSecondStep',
    also: 'alsoSecondStep',
    group: 'settings',
  },
  { href: '/settings/account#passkeys', name: 'pagePasskeys', also: 'alsoPasskeys', group: 'settings' },
  { href: '/settings/account#sessions', name: 'pageSessions', also: 'alsoSessions', group: 'settings' },
  { href: '/settings/account#data', name: 'pageMoveOut', also: 'alsoMoveOut', group: 'settings' },
  { href: '/settings/account#delete', name: 'pageDelete', also: 'alsoDelete', group: 'settings' },
  { href: '/settings/advanced', name: 'pageAdvanced', also: null, group: 'settings' },
  { href: '/settings/advanced#keys', name: 'pageKeys', also: 'alsoKeys', group: 'settings' },
  { href: '/settings/advanced#hours', name: 'pageHours', also: 'alsoHours', group: 'settings' },
  { href: '/settings/advanced#offline', name: 'pageOffline', also: 'alsoOffline', group: 'settings' },
  {
    href: '/settings/advanced#bookmarklet',
    name: 'pageBookmarklet',
    also: 'alsoBookmarklet',
    group: 'settings',
  },
  { href: '/admin', name: 'admin', also: 'alsoAdminPage', group: 'admin' },
  { href: '/admin/people', name: 'pagePeople', also: 'alsoPeople', group: 'admin' },
  { href: '/admin/people#sign-up', name: 'pageSignUp', also: 'alsoSignUp', group: 'admin' },
  { href: '/admin/people#recommends', name: 'pageCounted', also: 'alsoRecommends', group: 'admin' },
  { href: '/admin/people#invitations', name: 'pageInvitations', also: 'alsoInvitations', group: 'admin' },
  { href: '/admin/sources', name: 'pageAdminSources', also: 'alsoAdminSources', group: 'admin' },
  { href: '/admin/budget', name: 'pageBudget', also: 'alsoBudget', group: 'admin' },
  { href: '/admin/budget#bounds', name: 'pageBounds', also: 'alsoBounds', group: 'admin' },
  { href: '/admin/budget#polling', name: 'pagePause', also: 'alsoPause', group: 'admin' },
  { href: '/admin/lab', name: 'pageLab', also: 'alsoLab', group: 'admin' },
  { href: '/admin/hosts', name: 'pageHosts', also: 'alsoHosts', group: 'admin' },
  { href: '/admin/retention', name: 'pageRetention', also: 'alsoRetention', group: 'admin' },
  { href: '/admin/audit', name: 'pageAudit', also: 'alsoAudit', group: 'admin' },
]
