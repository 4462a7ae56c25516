import fc from 'fast-check'
import { formatQuery } from '#lib/search/format-query.ts'
import { parseQuery } from '#lib/search/parse-query.ts'
import { resolveQueryDate } from '#lib/search/query-dates.ts'
import { unitsMs, type Query } from '#lib/search/query.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { searchPostings } from '#lib/store/lists/search.ts'
import { addReader, addSubscription } from '#tests/support/world/reading.ts'
import { indexAll } from '#tests/support/world/searching.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { fuzzTarget, mustHold, type FuzzTarget } from '../target.ts'

/** Words that are in no language, so that none has another form, and no beginning of another. */
const words = ['zork', 'blim', 'quux', 'vrak']
const sources = [
  { name: 'alpha', folder: 'North' },
  { name: 'bravo', folder: 'North' },
  { name: 'delta', folder: 'South' },
] as const
const hourMs = 3_600_000
const postings = Array.from({ length: 48 }, (_, at) => ({
  source: sources[at % sources.length] ?? sources[0],
  title: words.filter((_word, bit) => (at >> bit) & 1).join(' ') || 'none',
  html: at % 5 === 0 ? `<p>${words[at % 4]}</p>` : '',
  shownAt: referenceAt - at * 7 * hourMs,
}))
type Posting = (typeof postings)[number]

const leaf: fc.Arbitrary<Query> = fc.oneof(
  fc.record({
    kind: fc.constant('text' as const),
    field: fc.constantFrom('any', 'title', 'text'),
    text: fc.constantFrom(...words),
    isExact: fc.boolean(),
    isPrefix: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('from' as const),
    name: fc.constantFrom('alpha', 'bravo', 'delta', 'nobody'),
  }),
  fc.record({ kind: fc.constant('in' as const), name: fc.constantFrom('North', 'South', 'Nowhere') }),
  fc.record({
    kind: fc.constant('is' as const),
    state: fc.constantFrom('unread', 'read', 'starred', 'updated', 'video'),
  }),
  fc
    .record({ kind: fc.constant('label' as const), name: fc.constantFrom('none', '') })
    .map((each) => ({ ...each, name: 'none' })),
  fc.record({
    kind: fc.constant('date' as const),
    relation: fc.constantFrom('before', 'after'),
    date: fc.oneof(
      fc.record({
        kind: fc.constant('ago' as const),
        count: fc.nat(14),
        unit: fc.constantFrom('h', 'd', 'w'),
      }),
      fc.constantFrom('today' as const, 'yesterday' as const).map((kind) => ({ kind })),
    ),
  }),
  fc.record({
    kind: fc.constant('delay' as const),
    relation: fc.constantFrom('<', '>'),
    count: fc.nat(99),
    unit: fc.constantFrom('m', 'h'),
  }),
)
const { query } = fc.letrec<{ query: Query }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'query' },
    leaf,
    fc.record({
      kind: fc.constantFrom('and', 'or'),
      parts: fc.array(tie('query'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('not' as const), part: tie('query') }),
  ),
}))

/** Queries of all kinds, as text, on a real database, compared with going through all postings. */
export async function searchTargets(database: Database): Promise<readonly FuzzTarget[]> {
  const reader = await addReader(database, 'fuzz-search')
  const ids = new Map<string, number>()
  for (const { name, folder } of sources)
    ids.set(name, (await addSubscription(database, reader, name, { folderName: folder })).sourceId)
  const found = new Map<string, Posting>()
  for (const posting of postings) {
    const id = await addPosting(database, ids.get(posting.source.name) ?? 0, posting)
    found.set(`${id}`, posting)
  }
  await indexAll(database)
  return [
    fuzzTarget('search: a query finds what going through all postings finds', 100, query, async (drawn) => {
      const { query: asked, errors } = parseQuery(formatQuery(drawn))
      mustHold(errors.length === 0, `${formatQuery(drawn)} is wrong: ${errors[0]?.code}`)
      const wanted = [...found].filter(([, posting]) => matches(asked, posting)).map(([id]) => id)
      const filter = { show: 'all', starred: false, later: false, order: 'newest' } as const
      const base = { subscriberId: reader, filter, isBest: false, after: null, limit: 100, now: referenceAt }
      const page = await searchPostings(database, { ...base, query: asked })
      // Where nothing is found, words like those of the query are looked for.
      if (wanted.length === 0 && page.search?.isSimilar === true) return
      const got = page.postings.map(({ id }) => id)
      mustHold(
        got.toSorted().join() === wanted.toSorted().join(),
        `${formatQuery(asked)} finds ${got.join()}, not ${wanted.join()}`,
      )
    }),
  ]
}

async function addPosting(
  database: Database,
  sourceId: number,
  { title, html, ...posting }: Posting,
): Promise<bigint> {
  const shownAt = new Date(posting.shownAt)
  const texts = { key: `fuzz-${posting.shownAt}`, title, html, excerpt: '', contentHash: 'hash' }
  const { id } = await database.posting.create({
    data: { ...texts, sourceId, enclosures: [], isInitial: false, shownAt, foundAt: shownAt },
    select: { id: true },
  })
  return id
}

function matches(asked: Query, posting: Posting): boolean {
  switch (asked.kind) {
    case 'all':
      return true
    case 'and':
      return asked.parts.every((part) => matches(part, posting))
    case 'or':
      return asked.parts.some((part) => matches(part, posting))
    case 'not':
      return !matches(asked.part, posting)
    case 'text': {
      const texts = {
        any: posting.title + posting.html,
        title: posting.title,
        text: posting.html,
        author: '',
        url: '',
      }
      return texts[asked.field].includes(asked.text)
    }
    case 'from':
      return posting.source.name === asked.name
    case 'in':
      return posting.source.folder === asked.name
    case 'is':
      return asked.state === 'unread'
    case 'date': {
      const { startAt, endAt } = resolveQueryDate(asked.date, referenceAt)
      return asked.relation === 'before'
        ? posting.shownAt < startAt
        : posting.shownAt >= (asked.relation === 'after' ? startAt : endAt)
    }
    case 'delay': // they have no date of their own
      return unitsMs[asked.unit] < 0
    case 'label':
    case 'lang':
      return false
    default:
      return asked satisfies never
  }
}
