import vm from 'node:vm'
import { expect, test } from 'vitest'
import { hostileTexts, patternsIn } from '#tests/support/hostile-texts.ts'

/**
 * ReDoS: FreshRSS, rss-parser's and many others' patterns took minutes for a text that was made for them. Here every
 * pattern of the files that see foreign texts is tried, also those that nobody thought of.
 */
const patterns = patternsIn([
  'lib/{api,aggregator,auth,feeds,mail,offline,queries,search,store,sync,words}/**/*.ts',
  'lib/*.ts',
  'lib/launch/{client-address,reader-paths,security-headers,measure-requests}.ts',
  'app/**/*.{ts,tsx}',
  'components/**/*.{ts,tsx}',
])
const length = 10_000
const context = vm.createContext({ regex: /a/, text: '' })
const script = new vm.Script("text.replace(regex, '')")

/** Milliseconds of this thread, whatever else the machine does, at best of three where it took long; Infinity: it was cut off. */
function timeOf(regex: RegExp, text: string): number {
  Object.assign(context, { regex, text })
  let least = Infinity
  for (let tries = 0; tries < 3; tries += 1) {
    const before = process.threadCpuUsage()
    try {
      script.runInContext(context, { timeout: 3000 })
      const { user, system } = process.threadCpuUsage(before)
      least = Math.min(least, (user + system) / 1000)
    } catch {
      return Infinity
    }
    if (least < briefMs) break
  }
  return least
}
/** Whatever takes less for 10,000 characters is no weapon: as many as a header may have. */
const briefMs = 15

/** Whether four times the text takes much more than four times as long. */
function isSlow(regex: RegExp, text: string): boolean {
  const ms = timeOf(regex, text)
  return ms >= briefMs && ms > 9 * timeOf(regex, text.slice(0, length / 4))
}

test(
  'no regular expression that sees foreign texts takes more than linear time',
  { timeout: 120_000 },
  () => {
    expect(patterns.length).toBeGreaterThan(300)
    const slow = patterns.flatMap(({ at, regex }) => {
      const worst = hostileTexts(regex, length).find((text) => isSlow(regex, text))
      return worst === undefined ? [] : [`${at} on ${JSON.stringify(worst.slice(0, 16))}…`]
    })
    expect(slow).toEqual([])
  },
)

test('the trial finds a pattern that takes quadratic time, and one that takes for ever', () => {
  for (const regex of [/<[^>]*>/g, /^(a+)+$/])
    expect(hostileTexts(regex, length).some((text) => isSlow(regex, text))).toBe(true)
})
