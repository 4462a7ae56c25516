import { z } from 'zod'

/** What is recorded: sign-ins, changes of how one signs in, and acts of admins. */
export const auditActs = [
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
  'shadow-started',
  'shadow-ended',
  'host-wish-changed',
  'invitation-made',
  'invitation-removed',
] as const
export type AuditAct = (typeof auditActs)[number]

export type AuditItem = {
  /** As text: 64 bits. */
  readonly id: string
  readonly at: string
  readonly act: AuditAct
  /** Where the request came from; null: the server's own command line. */
  readonly address: string | null
  readonly detail: string
  /** What was changed, from what to what; empty: nothing that is told so. */
  readonly changed: readonly ChangedLine[]
  /** POST /api/v1/admin/audit/:id/revert takes it back, unless that has changed since. */
  readonly canRevert: boolean
  readonly isReverted: boolean
  /** The entry whose change this one took back. */
  readonly reverts: string | null
  /** Who did it; null: nobody signed in, or the account is gone. */
  readonly actor: AuditPerson | null
  /** To whom; null: to nobody, or the account is gone. */
  readonly subject: AuditPerson | null
}

/** Texts as they are stored, e.g. a setting's name and its values; null: there was none, or there is none any more. */
export type ChangedLine = {
  readonly name: string
  readonly before: string | null
  readonly after: string | null
}

type AuditPerson = { readonly id: string; readonly name: string; readonly email: string }

/** GET /api/v1/admin/audit: newest first; `cursor` is the answer's `nextCursor`. */
export const auditQuery = z.strictObject({
  cursor: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  userId: z.string().min(1).max(100).optional(),
})

export type AuditPage = { readonly entries: readonly AuditItem[]; readonly nextCursor: string | null }
