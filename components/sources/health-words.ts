import type { SourceHealth } from '#lib/api/subscriptions.ts'

/** A source's state in a word; what the server knows of it in a sentence. */
export function healthWords(health: SourceHealth): { readonly word: string; readonly reason: string | null } {
  switch (health.kind) {
    case 'ok':
      return { word: 'polled', reason: health.message }
    case 'waiting':
      return { word: 'not polled yet', reason: health.message }
    case 'failing':
      return { word: 'no answer', reason: health.message }
    case 'gone':
      return { word: 'ended by its publisher', reason: health.message }
    case 'opted-out':
      return { word: 'not polled', reason: health.message }
    default:
      return health.kind satisfies never
  }
}
