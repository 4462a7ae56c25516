import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { isInstalled } from './feed-readers.ts'
import { openProgramScreen } from './program-screen.ts'

const run = promisify(execFile)
const programs = ['liferea', 'Xvfb', 'xdotool', 'dbus-daemon', 'gdbus', 'sqlite3']

/** Liferea with a screen, a bus and files of its own. */
export type Liferea = {
  /** Does what this entry of its menus does, such as `update-all`: it takes them from the bus, too. */
  readonly act: (entry: string) => Promise<void>
  /** Subscribes to this address in the account, as a browser would let it do. */
  readonly add: (address: string) => Promise<void>
  /** Presses the right button of two in its dialog of this title, as soon as it asks. */
  readonly confirm: (title: string) => Promise<void>
  /** The articles of its database, by title: `isRead` and `isFlagged`. */
  readonly articles: () => Promise<Record<string, readonly [isRead: boolean, isFlagged: boolean]>>
  /** Its feeds, each as "folder/feed". */
  readonly feeds: () => string[]
  /** Each article of a feed that has no account: its title, and whether it has an address and a text. By the number of the feed. */
  readonly stored: (feed: number) => Promise<readonly (readonly [title: string, isWhole: boolean])[]>
  /** Ends it, and leaves nothing. */
  readonly remove: () => Promise<void>
}

/** The programs that this takes and this machine lacks. */
export const missingForLiferea = () => programs.filter((name) => !isInstalled(name))

/** As 1.14.4. */
export const lifereaVersion = () =>
  /[\d.]+/.exec(execFileSync('liferea', ['--version'], { encoding: 'utf8' }))?.[0] ?? ''

const busIn = (home: string) => `unix:path=${path.join(home, 'bus')}`

/** Starts Liferea with this account of the Google Reader API, as its dialog would have stored it. It syncs at once. */
export async function startLiferea(address: string, login: string, password: string): Promise<Liferea> {
  return openLiferea(
    `<outline title="Account" text="Account" type="source" id="account" sourceType="fl_google_reader" xmlUrl="${address}"
 updateInterval="-1" username="${login}" password="${password}"/>`,
  )
}

/** Starts Liferea with feeds of its own, which it fetches at its entry `update-all`. */
export async function startLifereaWith(urls: readonly string[]): Promise<Liferea> {
  return openLiferea(
    urls
      .map((url, at) => `<outline title="Feed" text="Feed" type="rss" id="${nodeOf(at)}" xmlUrl="${url}"/>`)
      .join(''),
  )
}

const nodeOf = (feed: number) => `own${feed}`

async function openLiferea(outlines: string): Promise<Liferea> {
  const screen = await openProgramScreen('liferea', (home) => ({
    DBUS_SESSION_BUS_ADDRESS: busIn(home),
    GSETTINGS_BACKEND: 'keyfile',
  }))
  const { home, env, write } = screen
  // Without its plugins, of which some need more than Debian installs; without a question before all is marked.
  write(
    '.config/glib-2.0/settings/keyfile',
    '[org/gnome/liferea]\nconfirm-mark-all-read=false\n[org/gnome/liferea/plugins]\nactive-plugins=@as []\n',
  )
  write(
    '.config/liferea/feedlist.opml',
    `<opml version="1.0"><head><title>Feeds</title></head><body>${outlines}</body></opml>`,
  )
  screen.start('dbus-daemon', ['--session', '--nofork', `--address=${busIn(home)}`])
  screen.start('liferea', [])
  const database = path.join(home, '.local/share/liferea/liferea.db')
  const list = path.join(home, '.cache/liferea/plugins/account.opml')
  const select = async <Row>(query: string): Promise<Row[]> => {
    if (!existsSync(database)) return []
    const { stdout } = await run('sqlite3', ['-json', '-cmd', '.timeout 5000', database, query])
    return JSON.parse(stdout === '' ? '[]' : stdout) as Row[]
  }
  return {
    act: async (entry) => {
      const to = ['--dest', 'net.sourceforge.liferea', '--object-path', '/net/sourceforge/liferea']
      const call = ['--method', 'org.gtk.Actions.Activate', entry, '[]', '{}']
      await run('gdbus', ['call', '--session', ...to, ...call], { env })
    },
    add: async (feed) => {
      await run('liferea', [`--add-feed=${feed}`], { env })
    },
    confirm: async (title) => {
      // Keys reach nothing, as no window manager gives the dialog the focus.
      const dialog = ['search', '--sync', '--onlyvisible', '--name', title]
      const { stdout } = await run('xdotool', [...dialog, 'getwindowgeometry', '--shell'], {
        env,
        timeout: 30_000,
      })
      const [, width = '0', height = '0'] = /WIDTH=(\d+)\s+HEIGHT=(\d+)/.exec(stdout) ?? []
      const button = [String(Math.round(Number(width) * 0.75)), String(Number(height) - 20)]
      await run('xdotool', [...dialog, 'mousemove', '--window', '%1', ...button, 'click', '1'], { env })
    },
    articles: async () => {
      const rows = await select<{ title: string; read: 0 | 1; marked: 0 | 1 }>(
        'SELECT title, read, marked FROM items WHERE parent_item_id = 0',
      )
      return Object.fromEntries(rows.map(({ title, read, marked }) => [title, [read === 1, marked === 1]]))
    },
    stored: async (feed) => {
      const rows = await select<{ title: string; source: string | null; description: string | null }>(
        `SELECT title, source, description FROM items WHERE node_id = '${nodeOf(feed)}' ORDER BY title`,
      )
      return rows.map(({ title, source, description }) => [
        title,
        URL.canParse(source ?? '') && (description ?? '') !== '',
      ])
    },
    feeds: () => {
      if (!existsSync(list)) return []
      let inside = ''
      const feeds: string[] = []
      for (const [, title = '', rest = '', end] of readFileSync(list, 'utf8').matchAll(
        /<outline title="([^"]*)"([^>]*)>|<(\/outline)>/g,
      ))
        if (end !== undefined) inside = ''
        else if (rest.includes('type="folder"')) inside = rest.endsWith('/') ? '' : `${title}/`
        else feeds.push(`${inside}${title}`)
      return feeds.sort()
    },
    remove: screen.remove,
  }
}
