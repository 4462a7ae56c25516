import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** newsboat with settings and a cache of its own. */
export type Newsboat = {
  /** Opens it in a pseudo-terminal. It syncs at once. */
  readonly open: () => Terminal
  /** Syncs without a terminal; how many articles are unread then. */
  readonly syncedUnread: () => Promise<number>
  /** Ends what is open, and leaves nothing. */
  readonly remove: () => void
}

/** A program in a pseudo-terminal of 120 by 30. */
type Terminal = {
  readonly press: (keys: string) => void
  /** All that it drew since it began, without what moves the cursor: of lines that changed only what is new in them. */
  readonly drawn: () => string
  /** Ends it by these keys. */
  readonly end: (keys: string) => Promise<void>
  readonly kill: () => void
}

export const keys = {
  enter: '\r',
  control: (letter: string) => String.fromCharCode(letter.charCodeAt(0) & 31),
}

/** The version of the newsboat of this machine, as 2.21; null where there is none, or no program that makes pseudo-terminals. */
export function newsboatVersion(): number | null {
  try {
    execFileSync('script', ['--version'], { stdio: 'pipe' })
    const said = execFileSync('newsboat', ['--version'], { encoding: 'utf8', stdio: 'pipe' })
    const [, major = '', minor = ''] = /^newsboat (?:r)?(\d+)\.(\d+)/.exec(said) ?? []
    return Number(`${major}.${minor.padStart(2, '0')}`)
  } catch {
    return null // not installed, or not for this system
  }
}

/** Sets newsboat up by these lines; `feeds`: what it reads by itself, where it signs in nowhere. */
export function setUpNewsboat(lines: readonly string[], feeds: readonly string[] = []): Newsboat {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'skylark-newsboat-'))
  const file = (name: string) => path.join(folder, name)
  writeFileSync(file('config'), ['refresh-on-startup yes', 'confirm-exit no', ...lines, ''].join('\n'))
  if (feeds.length > 0) writeFileSync(file('urls'), feeds.join('\n'))
  const args = [
    '-C',
    file('config'),
    '-c',
    file('cache.db'),
    ...(feeds.length > 0 ? ['-u', file('urls')] : []),
  ]
  const env = { ...process.env, HOME: folder, TERM: 'xterm', LANG: 'C.UTF-8', COLUMNS: '120', LINES: '30' }
  const opened: Terminal[] = []
  return {
    open: () => {
      const terminal = openTerminal(['newsboat', ...args].join(' '), env)
      opened.push(terminal)
      return terminal
    },
    syncedUnread: async () => {
      const { stdout: said } = await run('newsboat', [...args, '-x', 'reload', 'print-unread'], { env })
      const [, count] = /(\d+) unread articles/.exec(said) ?? []
      if (count === undefined) throw new Error(`newsboat counts nothing: ${said}`)
      return Number(count)
    },
    remove: () => {
      for (const terminal of opened) terminal.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function openTerminal(command: string, env: NodeJS.ProcessEnv): Terminal {
  const child = spawn('script', ['-qefc', command, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'pipe'] })
  const closed = once(child, 'close')
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  return {
    press: (keys) => child.stdin.write(keys),
    drawn: () => output.replace(/\u001b(?:\[[\d;?]*[A-Za-z]|[()][A-Z0-9]|[=>78])/g, ' '),
    end: async (keys) => {
      child.stdin.write(keys)
      await closed
    },
    kill: () => void child.kill(),
  }
}
