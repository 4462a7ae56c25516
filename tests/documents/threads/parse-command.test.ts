import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { rssDocument } from '#tests/support/servers/feed-documents.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'skylark-parse-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: string | Buffer): string {
  writeFileSync(path.join(folder, name), content)
  return path.join(folder, name)
}

function run(lines: readonly string[]): Promise<unknown[]> {
  const child = spawn(process.execPath, ['lib/documents/threads/parse-command.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stdin.end(lines.join('\n'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () =>
      resolve(
        output
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown),
      ),
    )
  })
}

const monday = Date.UTC(2026, 0, 5)
const ordinary = rssDocument('A feed', [
  { guid: 'g', title: 'One', link: 'http://example.org/1', publishedAt: monday, text: '<b>x</b>' },
])
/** Valid as XML, and far more work than any limit allows. */
const endless = `<rss version="2.0"><channel>${'<item><description>&lt;p&gt;x&lt;/p&gt;</description></item>'.repeat(150_000)}</channel></rss>`

describe('the parse command', () => {
  it('prints one line for each document, in order, whatever the documents do', async () => {
    const answers = await run([
      `${file('a.xml', ordinary)}\tapplication/rss+xml\thttp://example.org/feed`,
      `${file('slow.xml', endless)}\t\t`,
      `${path.join(folder, 'absent.xml')}\t\t`,
      `${file('bomb.gz', gzipSync(Buffer.alloc(50_000_000, 'A')))}\t\t`,
      `${file('page.html', '<html></html>')}\ttext/html\t`,
      `${file('b.xml.gz', gzipSync(ordinary))}\t\t`,
    ])
    expect(answers).toHaveLength(6)
    expect(answers[0]).toMatchObject({
      file: path.join(folder, 'a.xml'),
      ok: true,
      error: null,
      title: 'A feed',
      siteUrl: 'http://example.org/',
      entries: [
        {
          id: 'g',
          title: 'One',
          link: 'http://example.org/1',
          publishedAt: '2026-01-05T00:00:00.000Z',
          updatedAt: null,
          html: '<b>x</b>',
        },
      ],
    })
    for (const index of [1, 2, 3, 4])
      expect(answers[index]).toMatchObject({ ok: false, error: expect.stringMatching(/\w/), entries: [] })
    expect(answers[5]).toMatchObject({ ok: true, title: 'A feed' })
  })
})

// Without mkfifo and /dev/zero (Windows) there is nothing of the kind to name.
describe.runIf(process.platform !== 'win32')('a path that leads to no regular file', () => {
  it('is reported, and the lines after it are read', async () => {
    const fifo = path.join(folder, 'fifo')
    execFileSync('mkfifo', [fifo])
    const answers = await run([fifo, '/dev/zero', folder, file('after.xml', ordinary)])
    for (const [index, place] of [fifo, '/dev/zero', folder].entries())
      expect(answers[index]).toMatchObject({ ok: false, error: `${place} is not a regular file.` })
    expect(answers[3]).toMatchObject({ ok: true, title: 'A feed' })
  })
})
