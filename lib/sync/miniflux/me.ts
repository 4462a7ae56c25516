import { localeTags, type Language } from '#lib/words/languages.ts'
import { json } from './answer.ts'
import { userNumber, type MinifluxCall } from './call.ts'

/** The Miniflux whose answers these are: apps ask what a server can by its version. */
export const minifluxVersion = '2.2.14'

/** The account that is signed in. A user's taste, which Miniflux keeps, stands at its defaults: the web page of Skylark has other settings. */
export function showMe(call: MinifluxCall): Response {
  const { name, email } = call.access.subscriber
  // Capy Reader refuses a user without any of these that it knows: `last_login_at` is a time, as in Miniflux after a sign-in.
  return json({
    id: userNumber(call),
    username: email === '' ? name : email,
    is_admin: false, // the administration of accounts is not behind this door
    theme: 'system_serif',
    language: localeOfMiniflux(call.language),
    timezone: 'UTC',
    entry_sorting_direction: 'desc',
    entry_sorting_order: 'published_at',
    stylesheet: '',
    custom_js: '',
    external_font_hosts: '',
    google_id: '',
    openid_connect_id: '',
    entries_per_page: 100,
    keyboard_shortcuts: true,
    show_reading_time: true,
    entry_swipe: true,
    gesture_nav: 'tap',
    last_login_at: new Date(call.now).toISOString(),
    display_mode: 'standalone',
    default_reading_speed: 265,
    cjk_reading_speed: 500,
    default_home_page: 'unread',
    categories_sorting_order: 'unread_count',
    mark_read_on_view: true,
    media_playback_rate: 1,
    block_filter_entry_rules: '',
    keep_filter_entry_rules: '',
    always_open_external_links: false,
    open_external_links_in_new_tab: true,
  })
}

/** The version of the server. */
export function showVersion(): Response {
  const none = { commit: '', build_date: '', go_version: '', compiler: '', arch: '', os: '' }
  return json({ version: minifluxVersion, ...none })
}

/** The name that Miniflux has for a language. */
function localeOfMiniflux(language: Language): string {
  return language === 'en' ? 'en_US' : localeTags[language].replace('-', '_')
}
