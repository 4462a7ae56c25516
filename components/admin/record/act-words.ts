import type { AuditAct } from '#lib/api/server/audit.ts'
import type { AppRefusal } from '#lib/api/accounts/reader-apps.ts'
import type { MessageKey } from '#lib/words/areas.ts'

/** The words for what was recorded. */
export const actWords: Readonly<Record<AuditAct, MessageKey<'admin'>>> = {
  'signed-in': 'actSignedIn',
  'signed-in-by-passkey': 'actSignedInByPasskey',
  'sign-in-failed': 'actSignInFailed',
  'second-step-failed': 'actSecondStepFailed',
  'recovery-code-used': 'actRecoveryCodeUsed',
  'signed-out': 'actSignedOut',
  'session-ended': 'actSessionEnded',
  'signed-up': 'actSignedUp',
  'account-deleted': 'actAccountDeleted',
  exported: 'actExported',
  'password-changed': 'actPasswordChanged',
  'password-reset-asked': 'actPasswordResetAsked',
  'password-reset': 'actPasswordReset',
  'reset-link-made': 'actResetLinkMade',
  'email-change-asked': 'actEmailChangeAsked',
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
  'admin-made': 'actAdminMade',
  'settings-changed': 'actSettingsChanged',
  'weights-changed': 'actWeightsChanged',
  'source-changed': 'actSourceChanged',
  'source-moved': 'actSourceMoved',
  'host-wish-changed': 'actHostLimitChanged',
  'invitation-made': 'actInvitationMade',
  'invitation-removed': 'actInvitationRemoved',
  'of-an-earlier-version': 'actOfEarlierVersion',
}

/** The words for why a reader app was not let in: the detail of a failed sign-in. */
export const refusalWords: Readonly<Record<AppRefusal, MessageKey<'admin'>>> = {
  'own-password': 'appOwnPassword',
  'wrong-app-password': 'appWrongPassword',
  'other-login': 'appOtherLogin',
}
