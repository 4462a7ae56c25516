import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { messageFiles } from '#lib/words/message-files.ts'

/** Written once, when the application is built: every build is another version of the worker. */
export const dynamic = 'force-static'

/** Imported modules stand before those that import them. */
const files = [
  'lib/policy/basics/time.ts',
  'lib/api/http/late-act.ts',
  'lib/api/postings/list-scope.ts',
  'lib/api/postings/changed-counts.ts',
  'lib/api/postings/kept-shell.ts',
  'lib/offline/kept.ts',
  'lib/offline/local-state.ts',
  'lib/offline/kept-order.ts',
  'lib/offline/kept-lists.ts',
  'lib/offline/marked-postings.ts',
  'lib/offline/sent-undos.ts',
  'lib/offline/acts.ts',
  'lib/offline/keep-shell.ts',
  'lib/offline/keep.ts',
  'lib/offline/answers.ts',
  'lib/offline/alerts.ts',
  'lib/offline/unreachable-page.ts',
  'lib/offline/service-worker.ts',
]

/**
 * The service worker as one script. Its files use no package and no name twice, so that stringing them together without
 * types, imports and exports is all that a bundler would do.
 */
export function GET(): Response {
  const build = Date.now().toString(36)
  const parts = files.map((file) => {
    const text = readFileSync(path.join(process.cwd(), file), 'utf8')
    return stripTypeScriptTypes(text)
      .replace(/^import [^;]*? from '[^']+'$/gm, '')
      .replace(/^export /gm, '')
  })
  const words = Object.fromEntries(
    Object.entries(messageFiles).map(([language, { errors }]) => [
      language,
      { title: errors.pageNeedsServer, hint: errors.pageNeedsServerHint, link: errors.readSaved },
    ]),
  )
  const given = `const skylarkBuild = '${build}'\nconst unreachableWords = ${JSON.stringify(words)}`
  const script = `'use strict'\n${given}\n${parts.join('\n')}`
  return new Response(script, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  })
}
