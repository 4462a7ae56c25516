import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { isInstalled } from './feed-readers.ts'
import { endProgram, openProgramScreen } from './program-screen.ts'
import { until } from '#tests/support/measure/until.ts'

const run = promisify(execFile)
const programs = ['rssguard', 'Xvfb', 'xdotool', 'sqlite3']

/** The acts of its menus that are tried, each with the key that the settings below give it. */
const keys = {
  UpdateAllItems: 'F1',
  MarkAllItemsRead: 'F2',
  SelectNextItem: 'F3',
  SelectNextMessage: 'F4',
  MarkSelectedMessagesAsUnread: 'F6',
  SwitchImportanceOfSelectedMessages: 'F7',
}

/** An act of its menus. */
export type GuardAct = keyof typeof keys

/** RSS Guard with a screen and files of its own. */
export type RssGuard = {
  /** As 4.0.4. */
  readonly version: string
  readonly act: (entry: GuardAct) => Promise<void>
  /** The articles of its database, by title: `isRead` and `isImportant`. */
  readonly articles: () => Promise<Record<string, readonly [isRead: boolean, isImportant: boolean]>>
  /** Its feeds, each as "folder/feed". */
  readonly feeds: () => Promise<string[]>
  /** Ends it, and leaves nothing. */
  readonly remove: () => Promise<void>
}

/** The programs that this takes and this machine lacks. */
export const missingForRssGuard = () => programs.filter((name) => !isInstalled(name))

/** Starts RSS Guard with this account, as its dialog would have stored it. It asks for the list of feeds at once. */
export async function startRssGuard(type: string, settings: object, password: string): Promise<RssGuard> {
  // The browser inside it refuses to run for root within its sandbox.
  const screen = await openProgramScreen('rss-guard', () => ({ QTWEBENGINE_DISABLE_SANDBOX: '1' }))
  const { home, env, write } = screen
  const file = path.join(home, 'data/database/database.db')
  const query = async <Row>(sql: string): Promise<Row[]> => {
    if (!existsSync(file)) return []
    const { stdout } = await run('sqlite3', ['-json', '-cmd', '.timeout 5000', file, sql])
    return JSON.parse(stdout === '' ? '[]' : stdout) as Row[]
  }
  const start = () => screen.start('rssguard', ['--data', path.join(home, 'data')])
  const shortcuts = Object.entries(keys).map(([entry, key]) => `m_action${entry}=${key}`)
  write('data/config/config.ini', ['[keyboard]', ...shortcuts, ''].join('\n'))
  write('data/config/key.private', '1')
  const version = () => {
    const stored = readFileSync(path.join(home, 'data/config/config.ini'), 'utf8')
    return /^first_run_([\d.]+)=false$/m.exec(stored)?.[1] ?? null
  }
  try {
    // The first start makes the database, and notes in its settings that it has welcomed its user.
    const first = start()
    const isMade = async () =>
      version() !== null &&
      (await query("SELECT 1 FROM Information WHERE inf_key = 'schema_version'")).length === 1
    await until('RSS Guard has made its database', isMade, { everyMs: 200 })
    await endProgram(first)
    const data = JSON.stringify({ ...settings, password: encrypted(password) }).replaceAll("'", "''")
    await query(`INSERT INTO Accounts (type, custom_data) VALUES ('${type}', '${data}')`)
    start()
    await until('RSS Guard has drawn its window', isFocused, { everyMs: 200 })
  } catch (error) {
    await screen.remove()
    throw error
  }
  // Without a window manager nothing gives the window the focus.
  async function isFocused(): Promise<boolean> {
    const window = ['search', '--onlyvisible', '--name', String.raw`^RSS Guard [0-9.]+$`, 'windowfocus']
    return run('xdotool', window, { env }).then(
      () => true,
      () => false,
    )
  }
  return {
    version: version() ?? '',
    act: async (entry) => {
      await until('RSS Guard takes keys', isFocused, { everyMs: 200 })
      await run('xdotool', ['key', keys[entry]], { env })
    },
    articles: async () => {
      const sql = 'SELECT title, is_read, is_important FROM Messages'
      const rows = await query<{ title: string; is_read: 0 | 1; is_important: 0 | 1 }>(sql)
      return Object.fromEntries(
        rows.map(({ title, is_read, is_important }) => [title, [is_read === 1, is_important === 1]]),
      )
    },
    feeds: async () => {
      const sql = `SELECT coalesce(Categories.title || '/', '') || Feeds.title AS name
        FROM Feeds LEFT JOIN Categories ON Categories.id = Feeds.category ORDER BY name`
      return (await query<{ name: string }>(sql)).map(({ name }) => name)
    },
    remove: screen.remove,
  }
}

/** A password as RSS Guard keeps it under the key 1: a byte of chance and the text, each byte tied to the one before. */
function encrypted(password: string): string {
  let last = 0
  const bytes = [0, ...Buffer.from(password)].map((byte, index) => {
    last ^= byte ^ (index % 8 === 0 ? 1 : 0)
    return last
  })
  return Buffer.from([3, 0, ...bytes]).toString('base64')
}
