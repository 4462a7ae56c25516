// Gives Node the sources that `strip-ahead.ts` has taken the types out of. Node could do that itself, by a program that never leaves its
// memory (20 MB). Its compile cache would keep that program away, and hold 5 to 28 MB in each process. This file must run as it is, also
// on an older Node, which gets the sources as they are: it is loaded before all others, by `--import`.
import crypto from 'node:crypto'
import { readFileSync } from 'node:fs'
import module from 'node:module'

const root = new URL('../../../', import.meta.url).href
const folder = new URL('.next/stripped/', root)

module.registerHooks?.({
  load(url, context, next) {
    const source = url.endsWith('.ts') && url.startsWith(root) ? strippedSource(url) : null
    return source === null ? next(url, context) : { format: 'module', shortCircuit: true, source }
  },
})

/** The source of a file without its types; null where the file has changed, or there is none. */
function strippedSource(url) {
  try {
    return readFileSync(new URL(`${crypto.hash('sha1', readFileSync(new URL(url)))}.js`, folder))
  } catch {
    return null
  }
}
