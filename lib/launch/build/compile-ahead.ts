import { execFile } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { projectRoot } from '#lib/launch/program/project.ts'

/** Also of bootstrap.mjs and the Dockerfile, which tell Node of it. */
const compiledFolder = path.join(projectRoot, '.next/compiled')

/**
 * Fills Node's compile cache with all that the processes load. A process that finds a file there need not take the types out of it, and
 * saves 18 to 30 MB: the program that does this never leaves its memory. Without the cache everything runs, too.
 */
export async function compileAhead(announce: (line: string) => void, signal: AbortSignal): Promise<void> {
  rmSync(compiledFolder, { recursive: true, force: true })
  const env = { ...process.env, NODE_COMPILE_CACHE: compiledFolder }
  await promisify(execFile)(process.execPath, [import.meta.filename], {
    cwd: projectRoot,
    env,
    signal,
  }).catch((error: unknown) => {
    if (!signal.aborted)
      announce(`The server will need more memory, as it could not be compiled ahead: ${String(error)}`)
  })
}

/** Modules that Node itself loads; pages are Next's. */
function isLoadedByNode(file: string): boolean {
  if (file.startsWith('app/')) return file.endsWith('/route.ts')
  return file.endsWith('.ts') && !file.startsWith('lib/pages/')
}

/** Compiles a file and what it imports, and runs none of it: an import that fails comes before it. */
async function compile(file: string): Promise<void> {
  const url = pathToFileURL(path.join(projectRoot, file)).href
  const script = `import 'data:text/javascript,throw null'; import ${JSON.stringify(url)}`
  try {
    await import(`data:text/javascript,${encodeURIComponent(script)}`)
  } catch (error) {
    if (error !== null) throw error
  }
}

if (import.meta.main) {
  const files = ['app', 'lib'].flatMap((folder) =>
    readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.posix.join(folder, file.replaceAll(path.sep, '/')),
    ),
  )
  for (const file of [...files.filter(isLoadedByNode), 'next.config.ts']) await compile(file)
  flushCompileCache()
}
