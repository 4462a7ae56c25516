import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { etagOf, headTagOf, readEtags, tagOf } from '#lib/documents/write/feed-etag.ts'
import { planAnswer, type FeedState } from '#lib/documents/write/output-delta.ts'

const key = 'a secret of the tests, at least 32 characters'
const signed = { scope: '1 atom', key }
const stateOf = (entries: readonly string[], title = 'News'): FeedState => ({
  head: headTagOf({ title }, key),
  tags: entries.map((entry) => tagOf({ entry }, key)),
})
const etag = (entries: readonly string[], title?: string) =>
  etagOf(stateOf(entries, title), signed.scope, key)
const answer = (now: readonly string[], had: string | null, aIm: string | null = 'feed') =>
  planAnswer(stateOf(now), { ifNoneMatch: had, aIm }, signed)

test('who has what there is gets nothing, whoever it is', () => {
  expect(answer(['b', 'a'], etag(['b', 'a']))).toMatchObject({ kind: 'not-modified' })
  expect(answer(['b', 'a'], etag(['b', 'a']), null)).toMatchObject({ kind: 'not-modified' })
  expect(answer(['b', 'a'], '*')).toMatchObject({ kind: 'not-modified' })
})

test('proxies may have weakened a tag, or named the packing in it', () => {
  const own = etag(['b', 'a'])
  for (const sent of [`W/${own}`, own.replace(/"$/, '-gzip"'), `"x", W/${own} , "y"`])
    expect(answer(['b', 'a'], sent)).toMatchObject({ kind: 'not-modified' })
})

test('who asks for it gets what is new, edited or came late; old ids need not be the lowest', () => {
  const had = etag(['c', 'a'])
  expect(answer(['d', 'c', 'b', 'a'], had)).toMatchObject({ kind: 'new', base: had, places: [0, 2] })
  expect(answer(['c', 'a2'], had)).toMatchObject({ kind: 'new', places: [1] })
})

test('what only went away, or another title, is an empty delta', () => {
  expect(answer(['c'], etag(['c', 'a']))).toMatchObject({ kind: 'new', places: [] })
  expect(answer(['c'], etag(['c'], 'Old title'))).toMatchObject({ kind: 'new', places: [] })
})

test('the entity that has most is taken as the base', () => {
  const little = etag(['a'])
  const much = etag(['b', 'a'])
  expect(answer(['c', 'b', 'a'], `${little}, ${much}`)).toMatchObject({ base: much, places: [0] })
})

describe('the whole feed goes to', () => {
  const whole = { kind: 'whole' }
  test.each([null, '', 'gzip', 'feed;q=0', 'feed;q=0.00', 'feeds', 'vcdiff, range'])('A-IM: %s', (aIm) => {
    expect(answer(['b', 'a'], etag(['a']), aIm)).toMatchObject(whole)
  })
  test.each(['feed', 'FEED', 'gzip, feed', ' feed ; q=0.5'])('but not to A-IM: %s', (aIm) => {
    expect(answer(['b', 'a'], etag(['a']), aIm)).toMatchObject({ kind: 'new' })
  })
  test('who has nothing of it', () => {
    expect(answer(['b', 'a'], etag(['z']))).toMatchObject(whole)
    expect(answer(['b', 'a'], null)).toMatchObject(whole)
  })
  test('whose tag is of another feed, format or server, or was changed', () => {
    const state = stateOf(['a'])
    const own = etag(['a'])
    const changed = `"${own[1] === 'A' ? 'B' : 'A'}${own.slice(2)}`
    for (const foreign of [
      etagOf(state, '2 atom', key),
      etagOf(state, '1 rss', key),
      etagOf(state, '1 atom', `${key}!`),
      changed,
    ])
      expect(answer(['b', 'a'], foreign)).toMatchObject(whole)
  })
})

test('whatever stands in If-None-Match, nothing is thrown and nothing is believed', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readEtags(text, signed.scope, key)).toEqual([])
      expect(readEtags(`"${Buffer.from(text).toString('base64url')}"`, signed.scope, key)).toEqual([])
    }),
  )
})

test('a tag of 200 entries fits into a header', () => {
  const entries = Array.from({ length: 200 }, (_, index) => `entry ${index}`)
  expect(etag(entries).length).toBeLessThan(1500)
  expect(readEtags(etag(entries), signed.scope, key)[0]?.tags).toEqual(stateOf(entries).tags)
})
