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
