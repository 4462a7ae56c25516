import { afterEach, expect, test, vi } from 'vitest'
import { slowTextOf } from '#tests/support/measure/slow-patterns.ts'

/** The makers of each file's patterns that are put together from parts: the linter allows it in these alone. */
const makers: Readonly<Record<string, () => Promise<unknown>>> = {
  'lib/search/read-tokens.ts': () => import('#lib/search/read-tokens.ts'),
  'lib/search/source-query.ts': () => import('#lib/search/source-query.ts'),
  'lib/documents/html/sanitise-html.ts': () => import('#lib/documents/html/sanitise-html.ts'),
  'lib/documents/html/short-codes.ts': () => import('#lib/documents/html/short-codes.ts'),
  'lib/documents/identity/likeness.ts': () => import('#lib/documents/identity/likeness.ts'),
  'lib/documents/html/xml-text.ts': () => import('#lib/documents/html/xml-text.ts'),
  'lib/documents/read/decode-document.ts': () => import('#lib/documents/read/decode-document.ts'),
  'components/reading/player/chapters-in-text.ts': () =>
    import('#components/reading/player/chapters-in-text.ts'),
  'components/reading/text/text-diff.ts': async () =>
    (await import('#components/reading/text/text-diff.ts')).diffTexts('one word', 'another word'),
  'lib/documents/door/link-header.ts': async () =>
    (await import('#lib/documents/door/link-header.ts')).linksOfHeader(
      '</feed>; rel=hub',
      'https://a.example/',
    ),
  'lib/documents/html/attribute-value.ts': async () =>
    (await import('#lib/documents/html/attribute-value.ts')).attributeValue('<img src="a" />', 'src'),
  'lib/words/languages.ts': async () =>
    (await import('#lib/words/languages.ts')).languageOfRequest(new Headers()),
  'lib/documents/write/feed-etag.ts': async () => {
    const { etagOf, headTagOf, readEtags, tagOf } = await import('#lib/documents/write/feed-etag.ts')
    const etag = etagOf({ head: headTagOf('head', 'key'), tags: [tagOf('entry', 'key')] }, 'feed', 'key')
    return readEtags(etag, 'feed', 'key')
  },
}
afterEach(() => {
  vi.unstubAllGlobals()
})

/** The patterns made while it runs, its modules loaded anew. */
async function madeBy(make: () => Promise<unknown>): Promise<readonly RegExp[]> {
  const made: RegExp[] = []
  const Recording = new Proxy(RegExp, {
    construct: (target, args: [string, string?]) => {
      const regex = new target(...args)
      made.push(regex)
      return regex
    },
  })
  vi.resetModules()
  vi.stubGlobal('RegExp', Recording)
  await make()
  vi.unstubAllGlobals()
  return made
}

test.each(Object.entries(makers))(
  '%s: none takes more than linear time',
  { timeout: 60_000 },
  async (_, make) => {
    const made = await madeBy(make)
    expect(made.length).toBeGreaterThan(0)
    const slow = made.flatMap((regex) => slowTextOf(String(regex), regex) ?? [])
    expect(slow.join('\n')).toBe('')
  },
)
