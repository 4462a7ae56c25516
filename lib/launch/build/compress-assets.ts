import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { projectRoot } from '#lib/launch/program/project.ts'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)
/** Below this a packed file saves less than its own name costs. */
const leastBytes = 1_000

/**
 * Packs the scripts and styles of the build once, as well as can be: brotli makes them a seventh smaller than the gzip that
 * answers were packed with, and no answer costs packing time any more. Gzip is for browsers without brotli (those on plain
 * http ask for gzip alone). Another process does it: 60 MB would stay in this one, which waits for weeks when it is the launcher.
 */
export async function compressAssets(signal: AbortSignal): Promise<void> {
  const options = { cwd: projectRoot, signal }
  await promisify(execFile)(process.execPath, [import.meta.filename], options).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

async function compressAll(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(js|css|svg|json)$/.test(name),
  )
  for (const name of files) await compressFile(path.join(folder, name))
}

async function compressFile(file: string): Promise<void> {
  const content = readFileSync(file)
  if (content.length < leastBytes) return
  const params = {
    [zlib.constants.BROTLI_PARAM_QUALITY]: zlib.constants.BROTLI_MAX_QUALITY,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    [zlib.constants.BROTLI_PARAM_NPOSTFIX]: 1, // scripts become a little smaller
  }
  writeFileSync(`${file}.br`, await brotli(content, { params }))
  writeFileSync(`${file}.gz`, await gzip(content, { level: 9 }))
}

if (import.meta.main) await compressAll(path.join(projectRoot, '.next/static'))
