import type { ErrorBody } from '#lib/api/http/errors.ts'
import type { ImportMade, OpmlReport } from '#lib/api/sources/subscriptions.ts'

/** Most bytes of an import. */
export const largestImport = 50_000_000
/** Most bytes of a subscription list that is sent as OPML, fetched from an address, or shown in the browser before its import. */
export const largestList = 10_000_000

/** The result of one file: the one that was sent, or one of an archive. Counts are of subscriptions or postings. */
export type ImportReport = {
  /** Within an archive; empty for the file itself. */
  readonly name: string
  /** reader-json: Google Reader, Inoreader, FreshRSS. Null: it is not known what it is. */
  readonly kind: 'opml' | 'reader-json' | 'feedbin' | 'miniflux' | 'skylark' | null
  readonly found: number
  readonly added: number
  readonly alreadyThere: number
  /** Postings without a star, and read marks of whole sources, that are not stored here: there is nothing to mark. */
  readonly notHere: number
  readonly refused: number
  /** Why nothing of the file was used; null when it was. */
  readonly refusal: string | null
  /** The refused entries, with their lines or fields; at most 1,000. */
  readonly problems: readonly { readonly place: string; readonly message: string }[]
  /** Each line of a list of subscriptions; empty for others. */
  readonly lines: OpmlReport['lines']
  /** What a list of subscriptions made, to be taken back by POST /api/v1/import/undo; null for others. */
  readonly made: ImportMade | null
  /** Names of labels in the file, which are not kept. */
  readonly labels: readonly string[]
}

/** A line of the answer of POST /api/v1/import (body: the file; application/x-ndjson): any number of `progress`, then one of the others. */
export type ImportMessage =
  | { readonly type: 'progress'; readonly done: number; readonly total: number }
  | { readonly type: 'report'; readonly files: readonly ImportReport[] }
  | { readonly type: 'error'; readonly error: ErrorBody['error'] }
