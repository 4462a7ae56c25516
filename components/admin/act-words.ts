import type { AuditAct } from '#lib/api/audit.ts'
import type { Key } from '#lib/words/areas.ts'

/** The words for what was recorded. */
export const actWords: Readonly<Record<AuditAct, Key<'admin'>>> = {
  'signed-in': 'actSignedIn',
  'signed-in-by-passkey': 'actSignedInByPasskey',
  'sign-in-failed': 'actSignInFailed',
  'second-step-failed': 'actSecondStepFailed',
  'recovery-code-used': 'actRecoveryCodeUsed',
  'signed-up': 'actSignedUp',
  'password-changed': 'actPasswordChanged',
  'password-reset-asked': 'actPasswordResetAsked',
  'password-reset': 'actPasswordReset',
  'reset-link-made': 'actResetLinkMade',
  'email-changed': 'actEmailChanged',
  'second-factor-on': 'actSecondFactorOn',
  'second-factor-off': 'actSecondFactorOff',
  'recovery-codes-made': 'actRecoveryCodesMade',
  'passkey-added': 'actPasskeyAdded',
  'passkey-removed': 'actPasskeyRemoved',
  'token-made': 'actTokenMade',
  'token-removed': 'actTokenRemoved',
  'account-locked': 'actAccountLocked',
  'account-unlocked': 'actAccountUnlocked',
  'settings-changed': 'actSettingsChanged',
  'weights-changed': 'actWeightsChanged',
  'host-wish-changed': 'actHostWishChanged',
  'invitation-made': 'actInvitationMade',
  'invitation-removed': 'actInvitationRemoved',
}
