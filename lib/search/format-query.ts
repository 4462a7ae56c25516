import type { Query, QueryDate } from './query.ts'

/** A query as text that parseQuery reads as the same query. */
export function formatQuery(query: Query): string {
  switch (query.kind) {
    case 'all':
      return ''
    case 'and':
      return query.parts.map((part) => (part.kind === 'or' ? grouped(part) : formatQuery(part))).join(' ')
    case 'or':
      return query.parts.map(formatQuery).join(' OR ')
    case 'not':
      return `-${query.part.kind === 'and' || query.part.kind === 'or' ? grouped(query.part) : formatQuery(query.part)}`
    case 'text': {
      const words = query.isExact ? quotedTerm(query.text) : query.text
      return `${query.field === 'any' ? '' : `${query.field}:`}${words}${query.isPrefix ? '*' : ''}`
    }
    case 'from':
    case 'in':
    case 'label':
    case 'lang':
      return `${query.kind}:${quotedTerm(query.name)}`
    case 'is':
      return `is:${query.state}`
    case 'date':
      return `${query.relation}:${formatDate(query.date)}`
    case 'delay':
      return `delay:${query.relation}${query.count}${query.unit}`
    default:
      return query satisfies never
  }
}

/**
 * In quotation marks that do not stand in the text itself: those that it was written in, or others. A name can hold all
 * of them; it loses those that would end it.
 */
export function quotedTerm(text: string): string {
  if (!/["“”]/.test(text)) return `"${text}"`
  if (!text.includes('»')) return `«${text}»`
  return text.includes('«') ? `"${text.replace(/["“”]/g, ' ')}"` : `»${text}«`
}

/** Whether a name needs no quotation marks behind its field. */
export function isBareName(name: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(name)
}

function grouped(query: Query): string {
  return `(${formatQuery(query)})`
}

function formatDate(date: QueryDate): string {
  if (date.kind === 'calendar') return date.text
  return date.kind === 'ago' ? `${date.count}${date.unit}` : date.kind
}
