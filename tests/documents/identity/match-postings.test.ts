import { describe, expect, it, test } from 'vitest'
import { likeness, splitWords } from '#lib/documents/identity/likeness.ts'
import { isAnotherPosting, matchPostings, type Traits } from '#lib/documents/identity/match-postings.ts'
import { comparableUrl } from '#lib/documents/door/normalise-url.ts'
import { growthOfNoSquare, growthOverFour, sumOfCpuMs } from '#tests/support/measure/growth.ts'

const monday = Date.UTC(2026, 0, 5)

function traits(parts: Partial<Traits>): Traits {
  return { guid: null, url: null, title: '', excerpt: '', claimedAt: null, ...parts }
}

describe('likeness', () => {
  it('is 1 for the same words, 0 for none in common, and counts each word once', () => {
    expect(likeness('Tides rise', 'tides rise')).toBe(1)
    expect(likeness('tides tides rise', 'rise, tides!')).toBe(1)
    expect(likeness('tides rise', 'bridges fall')).toBe(0)
    expect(likeness('a b c', 'b c d')).toBe(0.5)
    expect([likeness('', ''), likeness('…', '!')]).toEqual([0, 0])
  })
  it('takes single characters of scripts that do not part words', () => {
    expect(splitWords('新闻 News 2026')).toEqual(['新', '闻', 'news', '2026'])
    expect(likeness('今日新闻', '今日旧闻')).toBeCloseTo(3 / 5)
  })
})

describe('isAnotherPosting', () => {
  const stored = traits({
    guid: 'x',
    url: 'http://e.org/a',
    title: 'Tides rise',
    excerpt: 'Water',
    claimedAt: monday,
  })
  test.each([
    [
      'all but the guid differs',
      { url: 'http://e.org/b', title: 'Copper', excerpt: 'Ore', claimedAt: monday + 1 },
      true,
    ],
    ['only the host of the address stayed', { url: 'http://e.org/b', title: 'Copper', excerpt: 'Ore' }, true],
    ['the path stayed', { url: 'https://e.net/a', title: 'Copper', excerpt: 'Ore' }, false],
    ['the title is alike', { url: 'http://e.org/b', title: 'Tides rise again', excerpt: 'Ore' }, false],
    ['the text is alike', { url: 'http://e.org/b', title: 'Copper', excerpt: 'water' }, false],
    ['the date stayed', { url: 'http://e.org/b', title: 'Copper', excerpt: 'Ore', claimedAt: monday }, false],
    ['there are no words', { url: 'http://e.org/b' }, false],
  ])('when %s', (_name, parts, expected) => {
    expect(isAnotherPosting(traits({ guid: 'x', ...parts }), stored, null)).toBe(expected)
  })
})

describe('matchPostings', () => {
  it('takes no new programme for that of the day before because its notes are the same', () => {
    const day = (at: number) =>
      ['morning', 'noon', 'evening'].map((show) =>
        traits({
          guid: `${show}${at}`,
          url: `https://e.org/${show}-${at}`,
          title: `${show} of ${at}`,
          claimedAt: at,
          excerpt: `The ${show} programme with news, weather and talk. Write to us at any time of the day.`,
        }),
      )
    expect(
      matchPostings(day(monday + 86_400_000), day(monday), {
        isAllUnknown: true,
        polledAt: monday + 3_600_000,
      }).size,
    ).toBe(0)
  })
  const all = { isAllUnknown: true, polledAt: monday + 1_000 }
  const some = { ...all, isAllUnknown: false }

  it('takes each stored posting once, and the better match first', () => {
    const stored = [traits({ guid: 'x', url: 'http://e.org/a', title: 'Tides' })]
    const other = traits({ guid: 'x', url: 'http://e.org/b', title: 'Copper' })
    const same = traits({ guid: 'x', url: 'http://e.org/a', title: 'Tides' })
    const matched = matchPostings([other, same, same], stored, all)
    expect([...matched.keys()]).toEqual([same])
  })
  it('does not take a few like titles for a change of all ids', () => {
    const titles = ['Weekly links', 'Open thread', 'Rivers of ink', 'Ovens at night', 'Maps and lies']
    const stored = titles.map((title, index) => traits({ guid: `${index}`, title, claimedAt: monday }))
    const next = ['Weekly links', 'Open thread', 'Clouds above', 'Chairs below', 'Doors ajar'].map(
      (title, index) => traits({ guid: `new ${index}`, title, claimedAt: monday + 1 }),
    )
    expect(matchPostings(next, stored, all).size).toBe(0)
    const sameTitles = titles.map((title, index) =>
      traits({ guid: `new ${index}`, title, claimedAt: monday + 1 }),
    )
    expect(matchPostings(sameTitles, stored, all).size).toBe(5)
    expect(matchPostings(sameTitles, stored, some).size).toBe(0)
  })
  it('does not take a page of the day for that of the day before, though every day has the same titles and addresses', () => {
    const signs = ['Aries the ram', 'Taurus the bull', 'Gemini the twins', 'Cancer the crab']
    const of = (day: number) =>
      signs.map((title, index) =>
        traits({
          guid: `${day}-${index}`,
          url: `http://e.org/${index}`,
          title,
          claimedAt: monday + day * 86_400_000,
          excerpt: `Words${day}a${index} of${day} advice${day} for${day} today${day}`,
        }),
      )
    expect(matchPostings(of(1), of(0), all).size).toBe(0)
    expect(matchPostings(of(1), of(0), some).size).toBe(0)
  })
  it('keeps apart what differs in guid and address alone, as machines publish it', () => {
    const run = (id: number) =>
      traits({
        guid: `run-${id}`,
        url: `http://ci.example/runs/${id}`,
        title: 'Build passed on main',
        excerpt: 'All checks have passed.',
        claimedAt: monday,
      })
    const stored = [1, 2, 3, 4].map(run)
    expect(matchPostings([5, 6, 7, 8].map(run), stored, all).size).toBe(0)
    expect(matchPostings([run(9)], stored, some).size).toBe(0)
  })
  it('takes time in proportion where many share a title and an address', async () => {
    const match = (length: number) => {
      const many = Array.from({ length }, (_, index) =>
        traits({
          guid: `${index}`,
          url: 'http://e.org/same',
          title: 'The same title',
          claimedAt: monday + index,
        }),
      )
      const next = many.map((one, index) => ({ ...one, guid: `new ${index}`, claimedAt: monday - index }))
      return matchPostings(next, many, all)
    }
    expect(await growthOverFour(match, 250)).toBeLessThan(growthOfNoSquare)
  })
  it('reads the words and the address of each posting once, however many are compared with it', async () => {
    const query = Array.from({ length: 400 }, (_, at) => `k${at}=${at}`).join('&')
    const named = (name: string, claimedAt: number) =>
      Array.from({ length: 1_000 }, (_, index) => {
        const excerpt = Array.from({ length: 70 }, (_each, at) => `${name}${(index * 70 + at) % 999}`).join(
          ' ',
        )
        const url = `http://e.org/${name}?${query}`
        return traits({ guid: 'same', url, excerpt, claimedAt: claimedAt + index })
      })
    const [stored, next] = [named('a', monday), named('b', monday + 86_400_000)]
    const copiesOf = (postings: readonly Traits[]) => postings.map((one) => ({ ...one }))
    const once = await sumOfCpuMs(() =>
      [...stored, ...next].map(({ url, excerpt }) => [comparableUrl(url ?? ''), splitWords(excerpt)]),
    )
    const compared = await sumOfCpuMs(() => matchPostings(copiesOf(next), copiesOf(stored), some))
    expect(compared).toBeLessThan(3 * once)
  })
})
