import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '#lib/launch/program/project.ts'

/** Also of `stripped-sources.mjs`, which reads it. */
const strippedFolder = path.join(projectRoot, '.next/stripped')

/**
 * Takes the types out of all sources that Node itself loads, so that no process needs the program that does it. That program stays in
 * the memory of the process that used it, which is another one here. Without the stripped sources everything runs, too.
 */
export async function stripAhead(announce: (line: string) => void, signal: AbortSignal): Promise<void> {
  rmSync(strippedFolder, { recursive: true, force: true })
  const options = { cwd: projectRoot, signal }
  await promisify(execFile)(process.execPath, [import.meta.filename], options).catch((error: unknown) => {
    if (!signal.aborted) announce(`The server will need more memory than usual: ${String(error)}`)
  })
}

/** Writes a source without its types into a folder, as a file named by the source. Types become blanks: lines and columns stay. */
export function strip(source: string, folder: string): void {
  writeFileSync(path.join(folder, `${hash('sha1', source)}.js`), stripTypeScriptTypes(source))
}

/** Pages are Next's. */
function isLoadedByNode(file: string): boolean {
  if (file.startsWith('app/')) return file.endsWith('/route.ts')
  return file.endsWith('.ts') && !file.startsWith('lib/pages/')
}

if (import.meta.main) {
  const files = ['app', 'lib'].flatMap((folder) =>
    readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.posix.join(folder, file.replaceAll(path.sep, '/')),
    ),
  )
  mkdirSync(strippedFolder, { recursive: true })
  for (const file of [...files.filter(isLoadedByNode), 'next.config.ts'])
    strip(readFileSync(path.join(projectRoot, file), 'utf8'), strippedFolder)
}
