import type { MessageKey } from '#lib/words/areas.ts'

/** A page, or a part of one, that the palette leads to. */
export type PalettePage = {
  readonly href: string
  readonly name: MessageKey<'palette'>
  /** Other words for it, also those that people use elsewhere; null: its name is enough. */
  readonly also: MessageKey<'palette'> | null
  readonly group: 'goTo' | 'do' | 'settings' | 'admin'
  readonly keys?: readonly string[]
}

/**
 * All pages, sections and rows of the settings, and the admin's pages. A test goes through the pages of `app` and the headings of
 * the settings: each is found by its name (tests/components/palette-pages.test.ts).
 */
export const palettePages: readonly PalettePage[] = [
  { href: '/', name: 'allPostings', also: null, group: 'goTo', keys: ['g', 'a'] },
  { href: '/?fresh=1', name: 'pageFresh', also: 'alsoFresh', group: 'goTo' },
  { href: '/?later=1', name: 'pageLater', also: 'alsoLater', group: 'goTo' },
  { href: '/?starred=1', name: 'starred', also: null, group: 'goTo', keys: ['g', 's'] },
  { href: '/?q=', name: 'search', also: null, group: 'goTo', keys: ['/'] },
  { href: '/discover', name: 'discover', also: null, group: 'goTo' },
  { href: '/sources', name: 'subscriptions', also: 'alsoSubscriptionsPage', group: 'goTo' },
  { href: '/freshness', name: 'pageFreshness', also: 'alsoFreshness', group: 'goTo' },
  { href: '/alerts', name: 'pageAlerts', also: 'alsoAlerts', group: 'goTo' },
  { href: '/subscribe', name: 'subscribe', also: 'alsoSubscribePage', group: 'do' },
  { href: '/save', name: 'savePage', also: null, group: 'do' },
  { href: '/sources/import', name: 'import', also: 'alsoImportPage', group: 'do' },
  { href: '/settings', name: 'settingsPage', also: null, group: 'settings' },
  { href: '/settings#account', name: 'pageAccount', also: 'alsoAccount', group: 'settings' },
  { href: '/settings#account', name: 'pageName', also: 'alsoName', group: 'settings' },
  { href: '/settings#account', name: 'pageEmail', also: 'alsoEmail', group: 'settings' },
  { href: '/settings#appearance', name: 'pageAppearance', also: 'alsoAppearance', group: 'settings' },
  { href: '/settings#appearance', name: 'pageTheme', also: 'alsoTheme', group: 'settings' },
  { href: '/settings#appearance', name: 'pageDensity', also: 'alsoDensity', group: 'settings' },
  { href: '/settings#appearance', name: 'pageLanguage', also: 'alsoLanguage', group: 'settings' },
  { href: '/settings#appearance', name: 'pageCounted', also: 'alsoCounted', group: 'settings' },
  { href: '/settings#lists', name: 'pageLists', also: 'alsoLists', group: 'settings' },
  { href: '/settings#lists', name: 'pageEveryList', also: 'alsoEveryList', group: 'settings' },
  { href: '/settings#lists', name: 'pageScrolled', also: 'alsoScrolled', group: 'settings' },
  { href: '/settings#lists', name: 'pageSwipes', also: 'alsoSwipes', group: 'settings' },
  { href: '/settings#reading', name: 'pageReading', also: 'alsoReading', group: 'settings' },
  { href: '/settings#reading', name: 'pageLook', also: 'alsoLook', group: 'settings' },
  { href: '/settings#reading', name: 'pageImages', also: 'alsoImages', group: 'settings' },
  { href: '/settings#reading', name: 'pageStories', also: 'alsoStories', group: 'settings' },
  { href: '/settings/integrations', name: 'pageShare', also: 'alsoShare', group: 'settings' },
  { href: '/settings#reading', name: 'pageHours', also: 'alsoHours', group: 'settings' },
  { href: '/settings/rules', name: 'pageRules', also: 'alsoRules', group: 'settings' },
  { href: '/settings#outputs', name: 'pageOutputs', also: 'alsoOutputs', group: 'settings' },
  { href: '/settings/feeds', name: 'pageFeeds', also: 'alsoFeeds', group: 'settings' },
  { href: '/settings/digests', name: 'pageDigests', also: 'alsoDigests', group: 'settings' },
  { href: '/settings#keys', name: 'pageKeys', also: 'alsoKeys', group: 'settings' },
  { href: '/settings#security', name: 'pageSecurity', also: 'alsoSecurity', group: 'settings' },
  { href: '/settings#security', name: 'pagePassword', also: 'alsoPassword', group: 'settings' },
  { href: '/settings#security', name: 'pageSecondStep', also: 'alsoSecondStep', group: 'settings' },
  { href: '/settings#security', name: 'pagePasskeys', also: 'alsoPasskeys', group: 'settings' },
  { href: '/settings#offline', name: 'pageOffline', also: 'alsoOffline', group: 'settings' },
  { href: '/settings#app-passwords', name: 'pageAppPasswords', also: 'alsoAppPasswords', group: 'settings' },
  { href: '/settings#reader-apps', name: 'pageReaderApps', also: 'alsoReaderApps', group: 'settings' },
  { href: '/settings#sessions', name: 'pageSessions', also: 'alsoSessions', group: 'settings' },
  { href: '/settings#bookmarklet', name: 'pageBookmarklet', also: 'alsoBookmarklet', group: 'settings' },
  { href: '/settings#data', name: 'pageMoveOut', also: 'alsoMoveOut', group: 'settings' },
  { href: '/api', name: 'pageApi', also: 'alsoApi', group: 'settings' },
  { href: '/admin', name: 'admin', also: 'alsoAdminPage', group: 'admin' },
  { href: '/admin/sources', name: 'pageAdminSources', also: 'alsoAdminSources', group: 'admin' },
  { href: '/admin/lab', name: 'pageLab', also: 'alsoLab', group: 'admin' },
  { href: '/admin/hosts', name: 'pageHosts', also: 'alsoHosts', group: 'admin' },
  { href: '/admin/settings', name: 'pageServer', also: 'alsoServer', group: 'admin' },
  { href: '/admin/retention', name: 'pageRetention', also: 'alsoRetention', group: 'admin' },
  { href: '/admin/audit', name: 'pageAudit', also: 'alsoAudit', group: 'admin' },
]
