import { z } from 'zod'
import { id } from '#lib/api/http/parameters.ts'
import { longestName } from '#lib/text/names.ts'
import {
  integrationKinds,
  serviceOf,
  type IntegrationField,
  type IntegrationKind,
  type IntegrationRequest,
} from './integration-fields.ts'

/** An account may have so many. */
export const mostIntegrations = 20

const name = z.string().trim().min(1, 'integrationNeedsName').max(longestName.other)
/** The address of somebody's own instance, with the path that it is below; what is kept of it in addresses is no secret. */
const base = z
  .url({ protocol: /^https?$/, error: 'httpAddress' })
  .max(2000)
  .refine((text) => isBare(text), 'integrationBase')
const text = z.string().trim().min(1).max(500)
/** May begin or end with a space, as what people choose themselves may. */
const password = z.string().min(1).max(500)

/** Passwords in addresses would be shown, and a query has no place before the paths of an API. */
function isBare(address: string): boolean {
  const url = URL.parse(address)
  return url === null || (url.username === '' && url.password === '' && url.search === '' && url.hash === '')
}

const fields: Readonly<Record<IntegrationField, z.ZodType<string>>> = {
  url: base,
  username: text,
  clientId: text,
  token: text,
  password,
  clientSecret: text,
}

type OneRequest = ReturnType<typeof requestOf>

function requestOf(kind: IntegrationKind) {
  const { fields: needed, mayLack = [] } = serviceOf(kind)
  const given = needed.map((field) => [
    field,
    mayLack.includes(field) ? fields[field].default('') : fields[field],
  ])
  return z.strictObject({ kind: z.literal(kind), name, ...Object.fromEntries(given) })
}

/**
 * Body of POST /api/v1/integrations. Answer 201: IntegrationItem. What is secret (token, password, clientSecret) is never
 * told again.
 */
export const integrationRequest = z.discriminatedUnion(
  'kind',
  integrationKinds.map(requestOf) as [OneRequest, ...OneRequest[]],
) as unknown as z.ZodType<IntegrationRequest>

/**
 * Body of PATCH /api/v1/integrations/:id; what is left out stays, what its kind does not have is refused. Answer:
 * IntegrationItem.
 */
export const integrationChange = z
  .strictObject({ name, ...fields })
  .partial()
  .refine((change) => Object.keys(change).length > 0, { message: 'giveChange' })
export type IntegrationChange = z.infer<typeof integrationChange>

/** GET /api/v1/integrations answers { integrations } by name. */
export const integrationItem = z.strictObject({
  id: z.number(),
  kind: z.literal(integrationKinds),
  name: z.string(),
  /** Of an instance of one's own, without its path where the token that asks has not the scope write; null: the service has one address. */
  url: z.string().nullable(),
  username: z.string().nullable(),
  clientId: z.string().nullable(),
  /** Its secrets were encrypted with another AUTH_SECRET: they have to be given again. */
  isLocked: z.boolean(),
  /** A new password was set by a link: nothing is sent until a change, if only to the same name, shows that its owner wants it. */
  isPaused: z.boolean(),
  createdAt: z.string(),
  lastSentAt: z.string().nullable(),
})
export type IntegrationItem = z.infer<typeof integrationItem>

/** POST /api/v1/integrations/:id/test: signs in there, and saves nothing. */
export const integrationTest = z.strictObject({
  works: z.boolean(),
  /** The answer of the service; null: none. */
  httpStatus: z.number().nullable(),
  /** The service's words without secrets, or why there are none, in the caller's language; null: it works. */
  error: z.string().nullable(),
})
export type IntegrationTest = z.infer<typeof integrationTest>

/** Body of POST /api/v1/postings/:id/send. Answer 202: SendItem. What was sent there before is not sent again. */
export const sendRequest = z.strictObject({ integrationId: id })

/** A posting that is sent somewhere. */
export const sendItem = z.strictObject({
  id: z.string(),
  integration: z.strictObject({ id: z.number(), kind: integrationItem.shape.kind, name: z.string() }),
  /** Null: it is kept no more. */
  postingId: z.string().nullable(),
  title: z.string(),
  url: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  madeAt: z.string(),
  /** Of those that wait: when it is tried next. */
  dueAt: z.string(),
  sentAt: z.string().nullable(),
  tries: z.number(),
  httpStatus: z.number().nullable(),
  /** Why the last try came to nothing: the service's words without secrets, or a sentence in the caller's language; null: nothing was said, or the token that asks has not the scope write. */
  error: z.string().nullable(),
  /** A rule asked for it. */
  byRule: z.boolean(),
})
export type SendItem = z.infer<typeof sendItem>

/** GET /api/v1/integrations/sends: 50 at a time, newest first; with `id` that one alone. */
export const sendsQuery = z.strictObject({
  cursor: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  id: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
})
export const sendPage = z.strictObject({ sends: z.array(sendItem), nextCursor: z.string().nullable() })
export type SendPage = z.infer<typeof sendPage>
