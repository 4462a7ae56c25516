import { z } from 'zod'
import { tokenKinds } from '#lib/api/account.ts'
import { scopes } from '#lib/api/scopes.ts'
import { languages } from '#lib/words/languages.ts'
import { when } from './parts.ts'

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

/** ServerInfo */
export const serverInfo = z
  .object({
    isNew: z.boolean(),
    signUp: z.enum(['open', 'invitation', 'closed']),
    version: z.string(),
    sendsMail: z.boolean(),
  })
  .meta({ id: 'ServerInfo' })
