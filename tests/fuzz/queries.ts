import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { formatQuery } from '#lib/search/format-query.ts'
import { longestQuery, parseQuery } from '#lib/search/parse-query.ts'
import { oddText } from './mutate.ts'
import { fuzzTarget, mustHold } from './target.ts'

const pieces = fc.constantFrom(
  ...[
    'word',
    'Wörter',
    '"',
    '“',
    '«',
    '»',
    '(',
    ')',
    '|',
    ' OR ',
    ' AND ',
    ' NOT ',
    '-',
    '*',
    ':',
    ' ',
    '  ',
    '日本語',
  ],
  ...[
    'title:',
    'from:',
    'in:',
    'is:unread',
    'before:2026-01-13',
    'after:7d',
    'on:2026',
    'delay:<15m',
    'lang:de',
    'label:',
  ],
)
const text = fc
  .array(fc.oneof({ weight: 4, arbitrary: pieces }, oddText), { maxLength: 20 })
  .map((all) => all.join(''))

export const queryTargets = [
  fuzzTarget(
    'search: any text is a query or wrong at a place, and written anew it is the same query',
    50_000,
    text,
    (asked) => {
      const { query, errors } = parseQuery(asked)
      for (const { at, length } of errors)
        mustHold(
          at >= 0 && length > 0 && at + length <= asked.length,
          `wrong at ${at}, ${length} of ${asked.length}`,
        )
      if (errors.length > 0) return
      const written = formatQuery(query)
      // Quotation marks and blanks that are put in can make it longer than a query may be.
      if (written.length > longestQuery) return
      mustHold(
        isDeepStrictEqual(parseQuery(written), { query, errors: [] }),
        `written ${JSON.stringify(written)}`,
      )
      mustHold(formatQuery(parseQuery(written).query) === written, `written twice ${JSON.stringify(written)}`)
    },
  ),
]
