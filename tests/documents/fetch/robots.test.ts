import { describe, expect, test } from 'vitest'
import { isAllowedByRobots, parseRobots, silentRobots, tokenOf } from '#lib/documents/fetch/robots.ts'
import { growthOfNoSquare, growthOverFour } from '#tests/support/measure/growth.ts'

const may = (text: string, path: string, names: readonly string[] = ['skylark']) =>
  isAllowedByRobots(parseRobots(text, names), `https://example.com${path}`)

describe('the groups of a robots.txt', () => {
  // RFC 9309, 5.1, with the crawlers' names as they stand there.
  const simple = `User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot

EOF`

  test.each([
    ['foobot', '/', false],
    ['foobot', '/example/page.html', true],
    ['foobot', '/example/allowed.gif', true],
    ['foobot', '/publications/', false],
    ['barbot', '/example/page.html', false],
    ['bazbot', '/example/page.html', false],
    ['bazbot', '/example/other.html', true],
    ['quxbot', '/example/page.html', true],
  ])('are read as in RFC 9309 5.1: %s at %s: %s', (name, path, expected) => {
    expect(may(simple, path, [name])).toBe(expected)
  })

  test('for everybody do not count, only those that name us', () => {
    expect(may(simple, '/example/x')).toBe(true)
    expect(may('User-agent: *\nDisallow: /', '/feed')).toBe(true)
    expect(may('User-agent: *\nUser-agent: Skylark\nDisallow: /', '/feed')).toBe(false)
    expect(may('User-agent: Skylarking\nDisallow: /', '/feed')).toBe(true)
  })

  test('of the same name are put together, whatever the case and whatever stands between', () => {
    const text =
      'user-agent: SKYLARK\r\nDisallow: /a\r\n\r\nUser-agent: other\rDisallow: /b\r\nSitemap: x\n\nUser-Agent : skylark/2.0 # ours\nDisallow: /c'
    expect(['/a', '/b', '/c'].map((path) => may(text, path))).toEqual([false, true, false])
  })

  test('ask for pauses, never for more than a day', () => {
    expect(parseRobots('User-agent: skylark\nCrawl-delay: 2.5', ['skylark'])).toEqual({
      rules: [],
      crawlDelayMs: 2500,
    })
    expect(parseRobots('User-agent: skylark\nCrawl-delay: 9999999', ['skylark']).crawlDelayMs).toBe(
      86_400_000,
    )
    expect(parseRobots('User-agent: *\nCrawl-delay: 30', ['skylark'])).toEqual(silentRobots)
    expect(parseRobots('User-agent: skylark\nCrawl-delay: soon', ['skylark'])).toEqual(silentRobots)
  })
})

describe('a rule', () => {
  // RFC 9309, 5.2: the longest match.
  const longest = 'User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif'
  test('that is longer wins (RFC 9309 5.2)', () => {
    expect(may(longest, '/example/page/disallowed.gif', ['foobot'])).toBe(false)
    expect(may(longest, '/example/page/', ['foobot'])).toBe(true)
  })

  test('that allows wins over an equally long one that does not', () => {
    expect(may('User-agent: skylark\nDisallow: /feed\nAllow: /feed', '/feed')).toBe(true)
  })

  test.each([
    ['/fish*', '/fish/salmon.html', true],
    ['/*.php', '/folder/any.php.file.html', true],
    ['/*.php$', '/filename.php?parameters', false],
    ['/*.php$', '/folder/filename.php', true],
    ['/fish*.php', '/fishheads/catfish.php?parameters', true],
    ['/fish*.php', '/Fish.PHP', false],
    ['/a*b*c$', '/a-b-b-c', true],
    ['/ab$', '/ab', true],
    ['/ab$', '/abc', false],
    // RFC 9309, 2.2.2
    ['/foo/bar?baz=quz', '/foo/bar?baz=quz', true],
    ['/foo/bar/ツ', '/foo/bar/%E3%83%84', true],
    ['/foo/bar/%E3%83%84', '/foo/bar/%E3%83%84', true],
    ['/foo/bar/%62%61%7A', '/foo/bar/baz', true],
    ['', '/anything', false],
  ])('%s matches %s: %s', (rule, path, isMatch) => {
    expect(may(`User-agent: skylark\nDisallow: ${rule}`, path)).toBe(!isMatch)
  })

  test('never covers robots.txt itself', () => {
    expect(may('User-agent: skylark\nDisallow: /', '/robots.txt')).toBe(true)
  })
})

test('a hostile file costs time in proportion to the length of an address, and few of its rules are kept', async () => {
  const rule = `User-agent: skylark\n${'Disallow: /'.padEnd(1_900, '*a')}b$\n`
  expect(parseRobots(rule.repeat(3_000), ['skylark']).rules.length).toBeLessThanOrEqual(1_000)
  const few = parseRobots(rule.repeat(10), ['skylark'])
  const isAllowed = (length: number) => isAllowedByRobots(few, `https://example.com/${'a'.repeat(length)}`)
  expect(await growthOverFour(isAllowed, 500)).toBeLessThan(growthOfNoSquare)
})

test('long rules are looked for in long addresses in time that grows with both, not with their product', async () => {
  const isAllowed = (length: number) => {
    const rules = [{ allows: false, path: `/*${'a'.repeat(length / 2)}b${'a'.repeat(length / 2)}` }]
    return isAllowedByRobots({ rules }, `https://example.com/${'a'.repeat(4 * length)}`)
  }
  expect(isAllowed(2_000)).toBe(true)
  expect(await growthOverFour(isAllowed, 2_000)).toBeLessThan(growthOfNoSquare)
})

test('of the rules of a file so many letters are kept, as each redirect may lead to another file', () => {
  const line = (at: number) => `Disallow: /${`${at}`.padEnd(999, 'x')}\n`
  const file = `User-agent: skylark\n${Array.from({ length: 400 }, (_, at) => line(at)).join('')}Allow: /short`
  const { rules } = parseRobots(file, ['skylark'])
  expect(rules.reduce((sum, { path }) => sum + path.length, 0)).toBe(20_000)
})

test('a product token is the name before the version', () => {
  expect(tokenOf('Skylark/0.1 (+https://example.org/about/crawler)')).toBe('skylark')
  expect(tokenOf('')).toBe('')
})
