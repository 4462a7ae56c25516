import { describe, expect, it } from 'vitest'
import { messageFiles } from '#lib/words/message-files.ts'
import { readMessage } from './read-message.ts'
import { readSources } from './read-sources.ts'
import { usesOf } from './use-of-words.ts'

const files = readSources().map((source) => ({ ...source, ...usesOf(source) }))
const messages = messageFiles.en as Readonly<Record<string, Readonly<Record<string, string>>>>

describe('the words of the product', () => {
  it.each(Object.keys(messages))('has no message that nothing uses in %s', (area) => {
    const texts = files
      .filter(({ path, areas }) => areas.has(area) || writesArea(path, area))
      .map(({ text }) => text)
    const unused = Object.keys(messages[area] ?? {}).filter(
      (key) => !texts.some((text) => text.includes(`'${key}'`)),
    )
    expect(unused).toEqual([])
  })

  it('gives every message the values it takes', () => {
    const wrong = files.flatMap(({ uses }) =>
      uses.flatMap(({ areas, key, values, place }) => {
        const found = areas.flatMap((area) => messages[area]?.[key] ?? [])
        if (found.length === 0) return [`${place}: no message "${key}" in ${areas.join(' or ')}`]
        if (values === null) return []
        const wanted = found.map((message) => namesIn(message))
        // A message may leave out what another form of the same sentence needs.
        const isGiven = wanted.some((names) => names.every((name) => values.includes(name)))
        return isGiven ? [] : [`${place}: "${key}" takes ${wanted.join(' or ')}, gets ${values.join()}`]
      }),
    )
    expect(wrong).toEqual([])
  })
})

/** lib/format.ts and its neighbours get their area with the locale; errors are named where they are thrown. */
function writesArea(path: string, area: string): boolean {
  if (area === 'format') return /^lib\/format[.-]|source-figures/.test(path)
  // A reason's code is its key, written where it is decided or goes wrong.
  if (area === 'reasons') return /^lib\/(policy|store|aggregator)\//.test(path)
  if (area === 'errors') return /^(app\/api|lib\/(api|auth|feeds))\//.test(path)
  return area === 'search' && path.startsWith('lib/search/')
}

function namesIn(message: string): string[] {
  return [...new Set(readMessage(message, 'en').args.map((argument) => argument.split(':')[0] ?? ''))]
}
