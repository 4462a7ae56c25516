import { parseQueryDate } from './query-dates.ts'
import { queryStates, type Query, type QueryError, type TextField, type Unit } from './query.ts'
import { queryFields, type LeafToken } from './read-tokens.ts'
import { isUnspaced, foldedWordsOf } from './words.ts'

/** Shorter beginnings are those of too many words. */
const leastPrefix = 2
const duration = /^(<=?|>=?)(\d{1,4})([mhdw])$/

/** The condition of one term of a query; null, with an error added, where it says nothing. */
export function parseLeaf(token: LeafToken, errors: QueryError[]): Query | null {
  const { field, value } = token
  const fail = (code: QueryError['code'], values: QueryError['values'] = {}): null => {
    errors.push({ code, at: token.at, length: token.length, values })
    return null
  }
  if (field === null) return parseText(token, 'any', fail)
  if (value.trim() === '') return fail('needs-value', { field, example: queryFields[field] })
  switch (field) {
    case 'title':
    case 'author':
    case 'text':
    case 'url':
      return parseText(token, field, fail)
    case 'from':
    case 'in':
    case 'label':
    case 'lang':
      return { kind: field, name: value.trim() }
    case 'is': {
      const state = queryStates.find((known) => known === value.toLowerCase())
      return state === undefined
        ? fail('needs-state', { known: queryStates.join(', ') })
        : { kind: 'is', state }
    }
    case 'before':
    case 'after':
    case 'on':
      return parseDate(field, value, fail)
    case 'delay': {
      const match = duration.exec(value.toLowerCase())
      if (match === null) return fail('needs-duration')
      const relation = match[1]?.startsWith('<') === true ? '<' : '>'
      return { kind: 'delay', relation, count: Number(match[2]), unit: match[3] as Unit }
    }
    default:
      return field satisfies never
  }
}

type Fail = (code: QueryError['code'], values?: QueryError['values']) => null

function parseText(token: LeafToken, field: TextField, fail: Fail): Query | null {
  const { value, isQuoted, isPrefix } = token
  const last = foldedWordsOf(value).at(-1)
  if (last === undefined) return fail('no-words')
  if (isPrefix && last.text.length < leastPrefix && !isUnspaced(last.text))
    return fail('prefix-too-short', { least: String(leastPrefix) })
  return { kind: 'text', field, text: value, isExact: isQuoted, isPrefix }
}

function parseDate(relation: 'before' | 'after' | 'on', value: string, fail: Fail): Query | null {
  const date = parseQueryDate(value)
  if (date === null) return fail(relation === 'on' ? 'needs-day' : 'needs-date', { field: relation })
  if (relation === 'on' && date.kind === 'ago') return fail('needs-day')
  return { kind: 'date', relation, date }
}
