import { z } from 'zod'
import { tokenKinds } from '#lib/api/accounts/account.ts'
import { appRefusals } from '#lib/api/accounts/reader-apps.ts'
import { scopes } from '#lib/api/accounts/scopes.ts'
import { languages } from '#lib/words/languages.ts'
import { type Told, when } from '#lib/api/parts/answer-parts.ts'

/** Me */
export const me = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(['admin', 'subscriber']),
    language: z.enum(languages).nullable(),
  })
  .meta({ id: 'Me' })

/** TokenItem */
export const tokenItem = z
  .object({
    id: z.number(),
    name: z.string(),
    kind: z.enum(tokenKinds),
    forFever: z.boolean(),
    scopes: z.array(z.enum(scopes)),
    createdAt: when,
    lastUsedAt: when.nullable(),
  })
  .meta({ id: 'TokenItem' })

/** ReaderAppNews */
export const readerAppNews = z
  .object({
    /** The app password that was used last; null: none ever was. */
    signedIn: z.object({ name: z.string(), at: when }).nullable(),
    /** The last app that was not let in, of the last day; the address may be unknown. */
    refused: z.object({ why: z.enum(appRefusals), at: when, address: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'ReaderAppNews' })

/** ServerInfo */
export const serverInfo = z
  .object({
    isNew: z.boolean(),
    signUp: z.enum(['open', 'invitation', 'closed']),
    version: z.string(),
    sendsMail: z.boolean(),
  })
  .meta({ id: 'ServerInfo' })

/** GET /api/v1/reader-apps: how the account's reader apps get on with signing in. By a browser's session alone. */
export type ReaderAppNews = Told<typeof readerAppNews>
