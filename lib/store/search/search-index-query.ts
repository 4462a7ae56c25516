import type { Query } from '#lib/search/query.ts'
import { necessaryTsquery, tsqueryOf, type OtherForms } from './search-text.ts'

/** `tsquery`: what all hits match and the index gives; `isExact`: it gives nothing else. */
type IndexQuery = { readonly tsquery: string; readonly isExact: boolean }

/**
 * A query as the index of searches answers it; null: it does not, the timeline has to be walked. Of what is excluded only
 * that is in it which the index knows exactly: a posting that it leaves out has not to be read.
 */
export function indexQueryOf(query: Query, forms: OtherForms): IndexQuery | null {
  switch (query.kind) {
    case 'text': {
      const tsquery = necessaryTsquery(query, forms)
      return tsquery === null ? null : { tsquery, isExact: tsquery === `(${tsqueryOf(query, forms)})` }
    }
    case 'and': {
      const wanted = query.parts.map((part) => indexQueryOf(part, forms)).filter((part) => part !== null)
      if (wanted.length === 0) return null // what is excluded alone would be all postings
      const excluded = query.parts.map((part) => exclusionOf(part, forms)).filter((part) => part !== null)
      const isAll = wanted.length + excluded.length === query.parts.length
      return {
        tsquery: `(${[...wanted.map(({ tsquery }) => tsquery), ...excluded].join(' & ')})`,
        isExact: isAll && wanted.every(({ isExact }) => isExact),
      }
    }
    case 'or': {
      const parts = query.parts.map((part) => indexQueryOf(part, forms))
      const answered = parts.filter((part) => part !== null)
      if (answered.length < parts.length) return null
      return {
        tsquery: `(${answered.map(({ tsquery }) => tsquery).join(' | ')})`,
        isExact: answered.every(({ isExact }) => isExact),
      }
    }
    default:
      return null
  }
}

/** The conditions that have to be asked still of the postings that the index gives for a query: documents are long to read. */
export function leftToAsk(query: Query, forms: OtherForms): Query {
  if (indexQueryOf(query, forms)?.isExact === true) return { kind: 'all' }
  if (query.kind !== 'and') return query
  const parts = query.parts.filter(
    (part) => indexQueryOf(part, forms)?.isExact !== true && exclusionOf(part, forms) === null,
  )
  return { kind: 'and', parts }
}

function exclusionOf(query: Query, forms: OtherForms): string | null {
  if (query.kind !== 'not') return null
  const excluded = indexQueryOf(query.part, forms)
  return excluded?.isExact === true ? `!${excluded.tsquery}` : null
}
