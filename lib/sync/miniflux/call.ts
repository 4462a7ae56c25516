import { createHash } from 'node:crypto'
import { ApiError } from '#lib/api/http/errors.ts'
import type { SyncCall } from '#lib/sync/doors.ts'
import type { Language } from '#lib/words/languages.ts'
import { wordsOf } from '#lib/words/server-words.ts'

/** One call of an app that speaks Miniflux. */
export type MinifluxCall = Omit<SyncCall, 'parameters'> & {
  /** The numbers in the path, in their order. */
  readonly ids: readonly [number, number]
  readonly query: URLSearchParams
  readonly language: Language
}

/** Miniflux numbers its users: this tells the accounts of one app apart, and opens nothing. */
export function userNumber({ access }: Pick<MinifluxCall, 'access'>): number {
  const hash = createHash('sha256').update(access.subscriber.id).digest()
  return (hash.readUInt32BE(0) & 0x7fff_ffff) + 1
}

/** For a value that means nothing here. */
export function invalid({ language }: MinifluxCall, field: string): ApiError {
  const issue = wordsOf(language, 'errors')('isNotValid')
  return new ApiError('invalid_input', 'fieldInvalid', { field, values: { field, issue } })
}

/** An instant as Miniflux writes it; never null, as Go's zero stands for none. */
export function instantText(at: Date | null): string {
  return at?.toISOString() ?? '0001-01-01T00:00:00Z'
}
