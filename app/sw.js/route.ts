import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'

/** Written once, when the application is built: every build is another version of the worker. */
export const dynamic = 'force-static'

/** What is imported stands before what imports it. */
const files = [
  '../api/list-scope.ts',
  '../api/changed-counts.ts',
  '../api/kept-shell.ts',
  'kept.ts',
  'local-state.ts',
  'kept-order.ts',
  'kept-lists.ts',
  'marked-postings.ts',
  'sent-undos.ts',
  'acts.ts',
  'keep-shell.ts',
  'keep.ts',
  'answers.ts',
  'alerts.ts',
  'service-worker.ts',
]

/**
 * The service worker as one script. Its files use no package and no name twice, so that stringing them together without
 * types, imports and exports is all that a bundler would do.
 */
export function GET(): Response {
  const build = Date.now().toString(36)
  const parts = files.map((file) => {
    const text = readFileSync(path.join(process.cwd(), 'lib', 'offline', file), 'utf8')
    return stripTypeScriptTypes(text)
      .replace(/^import [^;]*? from '[^']+'$/gm, '')
      .replace(/^export /gm, '')
  })
  const script = `'use strict'\nconst skylarkBuild = '${build}'\n${parts.join('\n')}`
  return new Response(script, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  })
}
