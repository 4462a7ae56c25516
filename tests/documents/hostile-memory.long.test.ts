import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { dataFolders, largeFolder, sampleFolder } from '#tests/support/data/test-data.ts'
import { sampled } from '#tests/support/run/tier.ts'

/**
 * The cost of hostile documents in memory, measured from outside: the peak (VmHWM) of a whole `npm run parse` process,
 * its threads included, after the hostile document against its peak after an ordinary one. Linux only.
 */
const ordinary = path.join(sampleFolder('feed-corpus'), 'rss/rss-2.0.xml')
const large = largeFolder('feed-corpus')
/** The largest documents of the large data, which are honest. */
const largest =
  large === null
    ? []
    : ['rss-parser/giantbomb-podcast.rss', 'netnewswire/yakubin.atom'].map((file) => path.join(large, file))
const mostExtraMb = 64

function listHostile(folder: string): string[] {
  const lines = readFileSync(path.join(folder, 'manifest.jsonl'), 'utf8').trim().split('\n')
  const listed = lines.map((line) => JSON.parse(line) as { file: string; tags?: readonly string[] })
  return listed
    .filter(({ tags }) => tags?.includes('hostile') === true)
    .map(({ file }) => path.join(folder, file))
}

type Cost = { readonly file: string; readonly extraMb: number; readonly ok: boolean; readonly error: string }

async function costOf(file: string): Promise<Cost> {
  const child = spawn(process.execPath, ['lib/documents/threads/parse-command.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const closed = new Promise((resolve) => child.once('close', resolve))
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const parse = async (document: string) => {
    child.stdin.write(`${document}\t\thttp://example.org/\n`)
    const answer = await answers.next()
    const { ok, error } = JSON.parse(String(answer.value)) as { ok: boolean; error: string | null }
    return { ok, error: error ?? '', peakMb: peakMbOf(child.pid ?? 0) }
  }
  const before = await parse(ordinary)
  const { ok, error, peakMb } = await parse(file)
  child.stdin.end()
  await closed
  if (!before.ok) throw new Error(`${ordinary}: ${before.error}`)
  return { file, extraMb: peakMb - before.peakMb, ok, error }
}

function peakMbOf(pid: number): number {
  const peakKb = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(peakKb) / 1024
}

describe.skipIf(!existsSync('/proc/self/status'))('hostile documents (skipped where /proc is absent)', () => {
  it('take at most 64 MB more memory than an ordinary document, the gzip bomb included', async () => {
    const hostile = dataFolders('feed-corpus').flatMap(listHostile)
    const bomb = path.join(sampleFolder('feed-corpus'), 'hostile/gzip-bomb.xml.gz')
    expect(hostile).toContain(bomb)
    const tried = new Set([bomb, ...sampled(hostile, 4), ...largest])
    const costs: Cost[] = []
    for (const file of tried) costs.push(await costOf(file))
    const lines = costs.map(
      ({ file, extraMb, error }) => `${extraMb.toFixed(1).padStart(6)} MB more  ${file}  ${error}`,
    )
    process.stdout.write(`${lines.join('\n')}\n`)
    for (const { file, extraMb } of costs) expect(extraMb, file).toBeLessThanOrEqual(mostExtraMb)
    for (const { file, ok } of costs) if (largest.includes(file)) expect(ok, file).toBe(true)
  })
})
