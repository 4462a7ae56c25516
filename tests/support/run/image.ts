import { existsSync, readFileSync } from 'node:fs'

/** The files that .dockerignore lets into an image, at the top; it is closed by default. */
export function readLetThrough(): readonly string[] {
  const rules = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  if (rules[0] !== '*') throw new Error('.dockerignore is not closed by default.')
  const named = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1))
  const missing = named.filter((name) => !existsSync(name))
  if (missing.length > 0) throw new Error(`.dockerignore names what is not there: ${missing.join(', ')}`)
  return named
}
