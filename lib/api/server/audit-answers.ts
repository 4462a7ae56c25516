import { z } from 'zod'
import { auditActs } from '#lib/api/server/audit.ts'
import { type Told, when } from '#lib/api/parts/answer-parts.ts'

/** ChangedLine */
export const changedLine = z
  .object({
    name: z.string(),
    before: z.string().nullable(),
    after: z.string().nullable(),
  })
  .meta({ id: 'ChangedLine' })

/** AuditPerson */
const auditPerson = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
  })
  .meta({ id: 'AuditPerson' })

/** AuditItem */
export const auditItem = z
  .object({
    /** As text: 64 bits. */
    id: z.string(),
    at: when,
    act: z.enum(auditActs),
    /** Where the request came from; null: the server's own command line. */
    address: z.string().nullable(),
    detail: z.string(),
    /** What was changed, from what to what; empty: nothing that is told so. */
    changed: z.array(changedLine),
    /** POST /api/v1/admin/audit/:id/revert takes it back, unless that has changed since. */
    canRevert: z.boolean(),
    isReverted: z.boolean(),
    /** The entry whose change this one took back. */
    reverts: z.string().nullable(),
    /** Who did it; null: nobody signed in, or the account is gone. */
    actor: auditPerson.nullable(),
    /** To whom; null: to nobody, or the account is gone. */
    subject: auditPerson.nullable(),
  })
  .meta({ id: 'AuditItem' })

/** AuditPage */
export const auditPage = z
  .object({
    entries: z.array(auditItem),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'AuditPage' })

export type AuditItem = Told<typeof auditItem>

/** Texts as they are stored, e.g. a setting's name and its values; null: there was none, or there is none any more. */
export type ChangedLineAnswer = Told<typeof changedLine>

export type AuditPage = Told<typeof auditPage>
