import { existsSync, readFileSync } from 'node:fs'

export type Step = { readonly name: string; readonly text: string }

/** The instructions of the Dockerfile, one list for each stage. */
export function readStages(): readonly (readonly Step[])[] {
  const source = readFileSync('Dockerfile', 'utf8')
  const lines = source
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
  const stages: Step[][] = []
  for (const line of lines.filter((each) => each.trim() !== '')) {
    const [, name = '', text = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    if (name === '') throw new Error(`Not an instruction: ${line}`)
    if (name === 'FROM') stages.push([])
    stages.at(-1)?.push({ name, text: text.replace(/\s+/g, ' ').trim() })
  }
  return stages
}

/** What .dockerignore lets into an image, at the top; it is closed by default. */
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
