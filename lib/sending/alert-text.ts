import { formatDuration } from '#lib/text/format.ts'
import type { OutboxItem, OutboxMessage } from '#lib/store/alerts/alert-outbox.ts'
import { localeOf, wordsOf } from '#lib/words/server-words.ts'

/** The words of a message. */
type AlertText = {
  readonly title: string
  readonly body: string
  /** Of this server. */
  readonly url: string
}

/** Of a bundle so many are named; the page has all. */
const mostNamed = 30
const longestTitle = 200
const longestExcerpt = 300

/** The words of a message: of one thing what it is, of several what they are called. */
export function alertText(message: Pick<OutboxMessage, 'items' | 'language'>, publicUrl: string): AlertText {
  const [first] = message.items
  const t = wordsOf(message.language, 'alerts')
  if (first !== undefined && message.items.length === 1) return textOf(first, message, publicUrl)
  const named = message.items.slice(0, mostNamed).map((item) => `• ${lineOf(item, message)}`)
  const more = message.items.length - named.length
  return {
    title: t('bundle', { count: message.items.length }),
    body: [...named, ...(more > 0 ? [t('andMore', { count: more })] : [])].join('\n'),
    url: `${publicUrl}/alerts`,
  }
}

function textOf(item: OutboxItem, message: Pick<OutboxMessage, 'language'>, publicUrl: string): AlertText {
  const t = wordsOf(message.language, 'alerts')
  const title = titleOf(item, message)
  switch (item.kind) {
    case 'test':
      return { title, body: t('testBody'), url: `${publicUrl}/alerts` }
    case 'promise':
      return { title, body: promiseText(item, message), url: `${publicUrl}/sources/${item.sourceId ?? ''}` }
    case 'posting': {
      const lines = [item.sourceTitle ?? '', short(item.excerpt ?? '', longestExcerpt)]
      const body = lines.filter((line) => line !== '').join('\n')
      return { title, body, url: `${publicUrl}/?posting=${item.postingId ?? ''}` }
    }
    default:
      return item.kind satisfies never
  }
}

function titleOf(item: OutboxItem, { language }: Pick<OutboxMessage, 'language'>): string {
  const t = wordsOf(language, 'alerts')
  const source = item.sourceTitle ?? ''
  if (item.kind === 'test') return t('testTitle')
  if (item.kind === 'promise') return short(t('brokenTitle', { source }), longestTitle)
  return short(item.title ?? '', longestTitle) || source
}

function lineOf(item: OutboxItem, message: Pick<OutboxMessage, 'language'>): string {
  const words = short(item.title || (item.excerpt ?? ''), longestTitle)
  return item.kind === 'posting' && words !== ''
    ? `${words} (${item.sourceTitle ?? ''})`
    : titleOf(item, message)
}

const causeWords = {
  host: 'causeHost',
  outage: 'causeOutage',
  budget: 'causeBudget',
  hint: 'causeHint',
} as const

function promiseText({ promise }: OutboxItem, { language }: Pick<OutboxMessage, 'language'>): string {
  const t = wordsOf(language, 'alerts')
  const cause = promise?.cause as keyof typeof causeWords | null | undefined
  const why = wordsOf(language, 'sources')((cause ? causeWords[cause] : undefined) ?? 'causeUnknown')
  if (promise?.promiseMs === null || promise === null) return why
  return `${t('promised', { duration: formatDuration(promise.promiseMs, localeOf(language)) })}\n${why}`
}

/** In whole characters. */
function short(text: string, most: number): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`
}
