import type { CacheHints } from './response-headers.ts'
import type { FetchFailure } from './fetch-failure.ts'
import type { Resolve } from './resolve-name.ts'

/** The request: the address and the validators of the last answer, byte for byte as they came. */
export type FetchRequest = {
  readonly url: string
  readonly etag: string | null
  readonly lastModified: string | null
  /** A redirect asked for a pause at the last try, and it is over: it is followed now, whatever pause it asks for again. */
  readonly hasPaused?: boolean
  readonly signal?: AbortSignal
}

export type FetchOptions = GuardOptions & {
  readonly userAgent: string
  /** The clock that pauses asked for count from. Default: the machine's. */
  readonly now?: () => number
  /** For everything together, redirects included. Default 20 s. */
  readonly timeoutMs?: number
  /** Of the unpacked body. Default 10 MB. */
  readonly maxBytes?: number
  /** Default 5. */
  readonly maxRedirects?: number
  /**
   * Asked before each redirect is followed, with the address it leads to: null lets it be followed. Absent: all are
   * followed at once.
   */
  readonly mayFollow?: (url: string) => Promise<Obstacle | null>
  /** The Accept header, when not feeds are wanted. */
  readonly accept?: string
}

/** Why an address is not asked: not now, or not at all because its publisher does not want it. */
export type Obstacle =
  | {
      readonly kind: 'wait'
      readonly until: number
      /** Of the answer that asked for the pause; null: none did. */
      readonly httpStatus: number | null
    }
  | OptOut

/** A publisher does not want to be asked. */
export type OptOut = {
  readonly kind: 'opted-out'
  /** The origin of the refusal: the known limit of the publisher, or its robots.txt. */
  readonly by: 'publisher' | 'robots'
  readonly host: string
  /** The same in English. */
  readonly message: string
}

/** The part that all answers have. */
type Answer = {
  /** The address that answered, after redirects. */
  readonly finalUrl: string
  /** The address to use from now on: set only when every redirect on the way was permanent (301, 308). */
  readonly permanentUrl: string | null
  readonly httpStatus: number
  /** The server's clock (Date header). */
  readonly serverAt: number | null
  /** Bytes of the body as they came over the wire. */
  readonly bytes: number
}

export type Fetched = Answer & {
  readonly kind: 'fetched'
  /** The body holds only what is new since the validators that were sent (RFC 3229, status 226). */
  readonly isDelta: boolean
  readonly body: Buffer
  readonly contentType: string | null
  readonly etag: string | null
  readonly lastModified: string | null
  readonly cacheHints: CacheHints
  readonly linkHeader: string | null
}

type NotModified = Answer & {
  readonly kind: 'not-modified'
  /** Validators of the 304, when it repeats or renews them. */
  readonly etag: string | null
  readonly lastModified: string | null
  readonly cacheHints: CacheHints
}

/** The server asks for a pause (429, 503, or another error with Retry-After), or `mayFollow` does; `retryAt` is the end of it, if it says. */
export type Throttled = Omit<Answer, 'httpStatus'> & {
  readonly kind: 'throttled'
  /** Null: nobody was asked, the host is resting. */
  readonly httpStatus: number | null
  readonly retryAt: number | null
}

/** The publisher does not want to be asked for this address, so nobody was. */
export type OptedOut = OptOut & { readonly finalUrl: string }

/** The server says that there will never be anything here again (410). */
type Gone = Answer & { readonly kind: 'gone' }

export type FetchResult = Fetched | NotModified | Throttled | Gone | OptedOut | FetchFailure

export type GuardOptions = {
  /** Networks like "127.0.0.0/8" that may be asked although they are not public. */
  readonly allowedPrivateNetworks: readonly string[]
  /** Resolves names in place of `resolveName`. */
  readonly resolve?: Resolve
}
