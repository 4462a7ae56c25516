import type { z } from 'zod'
import type { ErrorCode } from '#lib/api/http/errors.ts'
import type { Scope } from '#lib/api/accounts/scopes.ts'

/** Numbers of things that an example names. */
export type SampleIds = {
  readonly subscription: number
  readonly source: number
  readonly folder: number
  /** Another folder. */
  readonly intoFolder: number
  readonly label: number
  readonly intoLabel: number
  readonly view: number
  readonly rule: number
  readonly run: string
  readonly alert: number
  readonly channel: number
  /** The thing that an alert told in the page. */
  readonly hit: string
  readonly outputFeed: number
  readonly digest: number
  /** Of the mails of the digest. */
  readonly digestToken: string
  readonly integration: number
  readonly posting: string
  readonly highlight: number
  readonly savedPage: string
  readonly enclosureUrl: string
  readonly undoToken: string
  readonly position: string
  /** Of a site with /feed, /list.opml and /article. */
  readonly site: string
  /** A picture of it, as GET /images is asked for it. */
  readonly image: Readonly<Record<'url' | 'signature', string>>
  /** Of the account that asks, as what follows. */
  readonly password: string
  readonly token: number
  /** Another session of the account. */
  readonly session: string
  readonly passkey: number
  /** Of links that were mailed. */
  readonly emailToken: string
  readonly resetToken: string
  /** Another account. */
  readonly user: string
  readonly invitation: number
  /** A change in the log. */
  readonly change: string
  readonly labRun: number
}

/** Parts of an example of a request. */
export type Sample = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** The kind of an answer or body that is no JSON. */
export type OtherContent = { readonly type: string; readonly says: string }

export type Operation = {
  readonly summary: string
  /**
   * anyone; session: who signed in with a browser, no token; token: these or a token with the scope.
   */
  readonly access: 'anyone' | 'session' | 'token'
  /** For admins alone. */
  readonly isAdmin?: true
  /** Of a token; of the other kinds null. */
  readonly scope: Scope | null
  readonly query?: z.ZodType
  readonly body?: z.ZodType | OtherContent
  readonly status: number
  /** Null: nothing (204), or what `says` tells in words alone. */
  readonly answer: z.ZodType | OtherContent | null
  /** Of an answer without a schema. */
  readonly says?: string
  /** Makes something, once for all requests with the same Idempotency-Key. */
  readonly isOnce?: true
  /** Besides those that every operation may answer. */
  readonly errors: readonly ErrorCode[]
  readonly sample?: (ids: SampleIds) => Sample
  /** Why the test does not expect 2xx of the example: it needs what a test has not, like a publisher. */
  readonly without?: string
}

/** By method and path after /api/v1: "GET /folders/{id}". */
export type Operations = Readonly<Record<string, Operation>>

type Details = Partial<Omit<Operation, 'summary' | 'access' | 'scope'>>

/** The errors of an operation whose address may name something that is not there. */
export const none = { errors: ['not_found'] } as const

/** Something to read, with a session or a token. An answer in words: what it is. */
export function read(
  summary: string,
  answer: Operation['answer'] | string,
  details: Details = {},
): Operation {
  return { ...common(answer, details), summary, access: 'token', scope: 'read' }
}

/** A change of something of one's own. */
export function write(
  summary: string,
  answer: Operation['answer'] | string,
  details: Details = {},
): Operation {
  return { ...common(answer, details), summary, access: 'token', scope: 'write' }
}

/** For admins. */
export function admin(
  summary: string,
  answer: Operation['answer'] | string,
  details: Details = {},
): Operation {
  return { ...common(answer, details), summary, access: 'token', scope: 'admin', isAdmin: true }
}

/** For browsers that are signed in. */
export function session(
  summary: string,
  answer: Operation['answer'] | string,
  details: Details = {},
): Operation {
  return { ...common(answer, details), summary, access: 'session', scope: null }
}

/** For everybody. */
export function open(
  summary: string,
  answer: Operation['answer'] | string,
  details: Details = {},
): Operation {
  return { ...common(answer, details), summary, access: 'anyone', scope: null }
}

function common(answer: Operation['answer'] | string, details: Details) {
  const known = typeof answer === 'string' ? { answer: null, says: answer } : { answer }
  return { status: answer === null ? 204 : 200, errors: [], ...known, ...details }
}
