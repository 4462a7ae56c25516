import type { AppAccess } from '#lib/auth/requests/app-passwords.ts'
import type { Database } from '#lib/store/connection/database.ts'
import type { Parameters } from './parameters.ts'

/** The web application as the protocols need it; refusals are ApiErrors. */
export type SyncDoors = {
  readonly database: () => Database
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The address of the feed that somebody means, and its host. */
  readonly findFeed: (
    subscriberId: string,
    input: string,
    signal: AbortSignal,
  ) => Promise<{ readonly url: string; readonly hostName: string }>
  /** The feeds that somebody may mean, at least one. */
  readonly discover: (
    subscriberId: string,
    input: string,
    signal: AbortSignal,
  ) => Promise<readonly { readonly url: string; readonly title: string; readonly kind: string }[]>
  /** Loads the whole text of a posting from its page where it is not there. */
  readonly loadText: (
    subscriberId: string,
    id: bigint,
  ) => Promise<
    | { readonly kind: 'text' | 'loading' }
    | { readonly kind: 'failed'; /** For people. */ readonly message: string }
  >
  /** Does something that sources are planned by, and plans them. */
  readonly planAround: <Done>(subscriberId: string, act: () => Promise<Done>) => Promise<Done>
  readonly exportOpml: (subscriberId: string) => Promise<string>
  /** Whether an account may keep more of its own. */
  readonly hasRoom: (subscriberId: string) => Promise<boolean>
  /** Counts an import, before it is read. */
  readonly countImport: (subscriberId: string) => Promise<void>
  readonly importOpml: (subscriberId: string, document: Buffer, request: Request) => Promise<void>
  /** The pictures at these addresses as "image/png;base64,…", as far as they are at hand; others are fetched for the next time. */
  readonly findIcons: (addresses: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** The picture at this address in the same form, fetched where it is not at hand; null: there is none. @throws ApiError too_many_requests */
  readonly fetchIcon: (subscriberId: string, address: string) => Promise<string | null>
  /** The newest postings that match a search as people write it, a thousand at most; counted as searches are. */
  readonly search: (
    subscriberId: string,
    search: { readonly text: string; readonly place: AppSearchPlace },
    request: Request,
  ) => Promise<readonly bigint[]>
}

/** The place where an app searches. Things that a folder has in others count to it here. */
export type AppSearchPlace = {
  readonly sourceId?: number
  readonly folderId?: number
  readonly isUnread: boolean
  readonly isStarred: boolean
}

/** One call of an app that proved to have an app password. */
export type SyncCall = {
  readonly request: Request
  readonly parameters: Parameters
  readonly access: AppAccess
  readonly database: Database
  readonly doors: SyncDoors
  /** The time of the request, in milliseconds since 1970. */
  readonly now: number
}

/** The subscriber who calls. */
export function subscriberOf({ access }: Pick<SyncCall, 'access'>): string {
  return access.subscriber.id
}
