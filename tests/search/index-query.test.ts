import { describe, expect, test } from 'vitest'
import { parseQuery } from '#lib/search/parse-query.ts'
import { indexQueryOf, leftToAsk } from '#lib/store/search/search-index-query.ts'

const forms = { languages: [], stems: new Map(), similar: new Map() }
const read = (text: string) => parseQuery(text).query

describe('what the index of searches answers', () => {
  test.each([
    ['tern', "('tern')"],
    ['tern dive', "(('tern') & ('dive'))"],
    ['tern OR dive', "(('tern') | ('dive'))"],
    ['tern -dive', "(('tern') & !('dive'))"],
    ['tern -(dive OR gull)', "(('tern') & !(('dive') | ('gull')))"],
  ])('%s is answered exactly: nothing is left to ask', (text, tsquery) => {
    expect(indexQueryOf(read(text), forms)).toEqual({ tsquery, isExact: true })
    expect(leftToAsk(read(text), forms)).toEqual({ kind: 'all' })
  })

  test.each([
    ['title:tern', 'title:tern'],
    ['"tern dive"', '"tern dive"'],
    ['tern title:dive', 'title:dive'],
    ['tern -"dive deep"', '-"dive deep"'],
    ['tern -title:dive', '-title:dive'],
    ['tern is:unread', 'is:unread'],
    ['tern OR title:dive', 'tern OR title:dive'],
  ])('of %s is left: %s', (text, left) => {
    expect(indexQueryOf(read(text), forms)?.isExact).toBe(false)
    const asked = leftToAsk(read(text), forms)
    const parts = asked.kind === 'and' && asked.parts.length === 1 ? asked.parts[0] : asked
    expect(parts).toEqual(read(left))
  })

  test.each(['-tern', 'is:unread -tern', 'tern OR is:unread', 'te*'])('%s is not answered', (text) => {
    expect(indexQueryOf(read(text), forms)).toBeNull()
  })
})
