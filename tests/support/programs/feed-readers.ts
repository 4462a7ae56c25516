import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Whether a program of this name is installed. */
export function isInstalled(name: string): boolean {
  try {
    return execFileSync('which', [name], { encoding: 'utf8', stdio: 'pipe' }) !== ''
  } catch {
    return false
  }
}

/** The entries of a document as sfeed reads them: title, address and text of each. */
export function readBySfeed(document: string): { title: string; url: string; html: string }[] {
  const { stdout, stderr, status } = spawnSync('sfeed', { input: document, encoding: 'utf8' })
  if (status !== 0 || stderr !== '') throw new Error(`sfeed ended with ${status}: ${stderr}`)
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, title = '', url = '', html = ''] = line.split('\t')
      return { title, url, html }
    })
}

/** rss2email with a mailbox of its own. */
export function setUpRss2email(): {
  /** Reads a feed from now on. */
  readonly add: (name: string, url: string) => Promise<void>
  /** Fetches all feeds; the subjects of the mails that it has sent by now. */
  readonly sent: () => Promise<string[]>
  readonly remove: () => void
} {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'skylark-rss2email-'))
  const file = (name: string) => path.join(folder, name)
  mkdirSync(file('mail'))
  writeFileSync(
    file('config'),
    ['[DEFAULT]', 'from = reader@example.org', 'to = reader@example.org', 'email-protocol = maildir']
      .concat([`maildir-path = ${file('mail')}`, 'maildir-mailbox = inbox', ''])
      .join('\n'),
  )
  const r2e = async (...args: readonly string[]) => {
    const { stderr } = await run('r2e', ['-c', file('config'), '-d', file('data'), ...args])
    if (/\[(WARNING|ERROR)\]|Traceback/.test(stderr)) throw new Error(stderr)
  }
  return {
    add: (name, url) => r2e('add', name, url),
    sent: async () => {
      await r2e('run')
      return readdirSync(file('mail/inbox/new'))
        .map((name) => readFileSync(file(`mail/inbox/new/${name}`), 'utf8'))
        .map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1] ?? '')
        .sort()
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}
