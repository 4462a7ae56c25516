// Gives Node the sources that `strip-ahead.ts` has taken the types out of, as long as they are those of today. Node could do that itself,
// by a program that never leaves its memory (20 MB). Its compile cache would keep that program away, and hold 5 to 28 MB in each process.
// This file must run as it is: it is loaded before all others, by `--import`.
import { readFileSync, statSync } from 'node:fs'
import { registerHooks } from 'node:module'

const root = new URL('../../../', import.meta.url).href
const stripped = new URL('.next/stripped/', root)

registerHooks({
  load(url, context, next) {
    const source = url.endsWith('.ts') && url.startsWith(root) ? strippedSource(url) : null
    return source === null ? next(url, context) : { format: 'module', shortCircuit: true, source }
  },
})

/** The stripped source of a file, null where there is none. It has the file's time of change. */
function strippedSource(url) {
  const file = new URL(`${url.slice(root.length)}.js`, stripped)
  const strippedAt = changedAt(file)
  return strippedAt !== null && strippedAt === changedAt(new URL(url)) ? readFileSync(file) : null
}

function changedAt(file) {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat === undefined ? null : Math.floor(stat.mtimeMs)
}
