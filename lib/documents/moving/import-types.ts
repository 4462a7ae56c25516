import type { AccountExport } from './account-export.ts'
import type { ParsedEntry } from '#lib/documents/read/feed-types.ts'
import type { OpmlProblem, ParsedOpml } from './parse-opml.ts'
import type { ZipProblem } from './read-zip.ts'

/** The kind of an exported file; `reader-json`: Google Reader, Inoreader, FreshRSS and others write the same. */
export type ImportKind = 'opml' | 'reader-json' | 'feedbin' | 'miniflux' | 'skylark'

/** A posting of another reader's export, and what its reader did with it. */
export type ImportedPosting = {
  /** The place in the file, as "items[3]". */
  readonly place: string
  /** Its key, where the export knows it (Skylark's own); null: it is made from guid and address. */
  readonly key: string | null
  /** Normalised address of its feed; null where the export does not say it. */
  readonly feedUrl: string | null
  readonly feedTitle: string | null
  readonly siteUrl: string | null
  /** Cleaned: safe to store and to show. */
  readonly entry: ParsedEntry
  /** The time at which it was starred, as far as the export tells; null: it is not. */
  readonly starredAt: number | null
  /** The time at which it was put on the list of what is read later; null: it is not on it. */
  readonly laterAt: number | null
  /** Since when it was kept, whose text it has; null: the export does not say it. */
  readonly keptAt: number | null
  readonly isRead: boolean
  readonly labels: readonly string[]
  /** The note on it; ''. */
  readonly note: string
  readonly highlights: readonly ImportedHighlight[]
}

/** Marked words, and what stands around them. */
type ImportedHighlight = { readonly quote: string; readonly before: string; readonly behind: string }

type Values = Readonly<Record<string, string | number>>

/**
 * Something in a file that cannot be used: where, as a field ("items[3].title"; empty where `line` says it), and which
 * message of lib/words/…/errors.json says why.
 */
export type ImportProblem = {
  readonly line: number | null
  readonly place: string
  readonly reason: OpmlProblem['reason'] | 'importField' | 'importEmptyEntry' | 'importTooMany'
  readonly values: Values
}

/** Why a file is refused as a whole, in the same way. */
type ImportRefusal = {
  readonly reason:
    | NonNullable<ParsedOpml['refusal']>['reason']
    | ZipProblem
    | 'importNotJson'
    | 'importUnknown'
    | 'importEmpty'
    | 'importField'
    | 'importNewer'
    | 'importNothingInArchive'
    | 'importTooManyFiles'
  readonly values: Values
}

/** One file as it was understood. */
export type ParsedImport = {
  /** Null when it is not known what it is. */
  readonly kind: ImportKind | null
  /** Name within an archive; empty for the file itself. */
  readonly name: string
  /** The subscriptions it lists, or null. */
  readonly opml: ParsedOpml | null
  readonly postings: readonly ImportedPosting[]
  /** A Skylark export, without the texts of its postings; null in all others. */
  readonly account: AccountExport | null
  readonly problems: readonly ImportProblem[]
  /** Why the whole file cannot be used; null when it can. */
  readonly refusal: ImportRefusal | null
}

/** A file that holds nothing yet. */
export function emptyImport(kind: ImportKind | null): ParsedImport {
  return { kind, name: '', opml: null, postings: [], account: null, problems: [], refusal: null }
}

/** A file that cannot be used. */
export function refusedImport(
  reason: ImportRefusal['reason'],
  values: ImportRefusal['values'] = {},
): ParsedImport {
  return { ...emptyImport(null), refusal: { reason, values } }
}
