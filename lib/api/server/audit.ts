import { z } from 'zod'
import { type AnswerOf, when } from '#lib/api/parts/answer-parts.ts'

/** The recorded acts: sign-ins, changes of how one signs in, and acts of admins. */
const auditActs = [
  'signed-in',
  'signed-in-by-passkey',
  'sign-in-failed',
  'second-step-failed',
  'recovery-code-used',
  'signed-out',
  'session-ended',
  'signed-up',
  'account-deleted',
  'exported',
  'password-changed',
  'password-reset-asked',
  'password-reset',
  'reset-link-made',
  'email-change-asked',
  'email-changed',
  'second-factor-on',
  'second-factor-off',
  'recovery-codes-made',
  'passkey-added',
  'passkey-removed',
  'token-made',
  'token-removed',
  'account-locked',
  'account-unlocked',
  'admin-made',
  'settings-changed',
  'weights-changed',
  'source-changed',
  'source-moved',
  'host-wish-changed',
  'invitation-made',
  'invitation-removed',
  /** No longer made: its detail says which it was. */
  'of-an-earlier-version',
] as const

export type AuditAct = (typeof auditActs)[number]

/** GET /api/v1/admin/audit: newest first; `cursor` is the answer's `nextCursor`. */
export const auditQuery = z.strictObject({
  cursor: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  userId: z.string().min(1).max(100).optional(),
})

export const changedLine = z
  .object({
    name: z.string(),
    before: z.string().nullable(),
    after: z.string().nullable(),
  })
  .meta({ id: 'ChangedLine' })

const auditPerson = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
  })
  .meta({ id: 'AuditPerson' })

export const auditItem = z
  .object({
    /** As text: 64 bits. */
    id: z.string(),
    at: when,
    act: z.enum(auditActs),
    /** The address that the request came from; null: the server's own command line. */
    address: z.string().nullable(),
    detail: z.string(),
    /** Changed fields with their old and new values; empty: the act has none to tell. */
    changed: z.array(changedLine),
    /** POST /api/v1/admin/audit/:id/revert takes it back, unless that has changed since. */
    canRevert: z.boolean(),
    isReverted: z.boolean(),
    /** The entry whose change this one took back. */
    reverts: z.string().nullable(),
    /** The account that did it; null: nobody was signed in, or it is gone. */
    actor: auditPerson.nullable(),
    /** To whom; null: to nobody, or the account is gone. */
    subject: auditPerson.nullable(),
  })
  .meta({ id: 'AuditItem' })

export const auditPage = z
  .object({
    entries: z.array(auditItem),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'AuditPage' })

export type AuditItem = AnswerOf<typeof auditItem>

/** Texts as they are stored, e.g. a setting's name and its values; null: there was none, or there is none any more. */
export type ChangedLineAnswer = AnswerOf<typeof changedLine>

export type AuditPage = AnswerOf<typeof auditPage>
