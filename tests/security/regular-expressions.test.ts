import { expect, test } from 'vitest'
import { patternsIn } from '#tests/support/data/hostile-texts.ts'
import { slowTextOf } from '#tests/support/measure/slow-patterns.ts'
import { sampled } from '#tests/support/run/tier.ts'

/**
 * ReDoS: FreshRSS, rss-parser's and many others' patterns took minutes for a text that was made for them. Here every
 * pattern of the files that see foreign texts is tried, also those that nobody thought of; those put together from parts in
 * `built-expressions`.
 */
const patterns = patternsIn([
  'lib/{aggregator,api,auth,documents,handlers,mail,offline,pages,planning,polling,queries,runtime,search,sending,store,sync,text,words}/**/*.ts',
  'lib/web/{peer-address,reader-paths,security-headers,measure-requests}.ts',
  'app/**/*.{ts,tsx}',
  'components/**/*.{ts,tsx}',
])

test(
  'no regular expression that sees foreign texts takes more than linear time',
  { timeout: 120_000 },
  () => {
    expect(patterns.length).toBeGreaterThan(300)
    const slow = sampled(patterns, 9).flatMap(({ at, regex }) => slowTextOf(at, regex) ?? [])
    expect(slow.join('\n')).toBe('')
  },
)

test(
  'the trial finds a pattern that takes quadratic time, and those that take for ever, also of a quarter of the text',
  { timeout: 120_000 },
  () => {
    for (const regex of sampled([/<[^>]*>/g, /^(a+)+$/, /(a+)+b/, /(?:a|a)*b/]))
      expect(slowTextOf('here', regex), regex.source).not.toBeNull()
  },
)
