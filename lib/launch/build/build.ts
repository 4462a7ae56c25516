import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { childEnvironment } from '#lib/runtime/config.ts'
import { stripAhead } from './strip-ahead.ts'
import { compressAssets } from './compress-assets.ts'
import { LaunchError } from '#lib/launch/program/launch-error.ts'
import { projectRoot } from '#lib/launch/program/project.ts'

/** Everything the built web application is made of. */
export const builtFrom = [
  'app',
  'components',
  'lib',
  'public',
  'prisma/schema.prisma',
  'instrumentation.ts',
  'next.config.ts',
  'postcss.config.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]
const marker = path.join(projectRoot, '.next/built-from')

/**
 * Builds the web application when its sources changed since the last build. Given up quietly when `signal` aborts.
 * @throws LaunchError with what the build printed, when it fails
 */
export async function buildWhenChanged(announce: (line: string) => void, signal: AbortSignal): Promise<void> {
  const hash = hashSources()
  if (existsSync(marker) && readFileSync(marker, 'utf8') === hash) return
  announce('Building the web application (needed once, and after an update)…')
  await build(signal)
  if (signal.aborted) return
  await compressAssets(signal)
  await stripAhead(announce, signal)
  if (signal.aborted) return
  writeFileSync(marker, hash)
}

function build(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [nextCommand, 'build'], {
      cwd: projectRoot,
      env: childEnvironment({ NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }),
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.once('error', (error) => (signal.aborted ? resolve() : reject(error)))
    child.once('close', (code) => {
      if (code === 0 || signal.aborted) resolve()
      else reject(new LaunchError(`${output.trim()}\nThe web application could not be built.`))
    })
  })
}

/** The script of Next's command, to be run by our own Node. */
const nextCommand = path.join(projectRoot, 'node_modules/next/dist/bin/next')

function hashSources(): string {
  const hash = createHash('sha256')
  for (const source of builtFrom) {
    const place = path.join(projectRoot, source)
    if (!existsSync(place)) continue
    for (const file of statSync(place).isDirectory() ? listFiles(place) : [place]) {
      hash.update(path.relative(projectRoot, file)).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}
