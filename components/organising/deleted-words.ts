import type { Words } from '#lib/words/areas.ts'

/** Says that something is gone, and which views ask for it still: they find nothing by its name any more. */
export function deletedWords(t: Words<'organising'>, gone: string, views: readonly string[]): string {
  if (views.length === 0) return gone
  const names = views.slice(0, 3).join(', ')
  return `${gone} ${t('viewsAsking', { count: views.length, names })}`
}
