import type { MessageKey, AreaWords } from '#lib/words/areas.ts'

/** Under which field a refusal belongs, and its words. `form` stands below the button. */
export type AccountFailure = {
  readonly field: 'name' | 'email' | 'password' | 'form'
  readonly message: string
}

type Refusal = {
  readonly code?: string | undefined
  readonly message?: string | undefined
  readonly status: number
}

type Known = { readonly field: AccountFailure['field']; readonly words: MessageKey<'accounts'> }

const known: Readonly<Record<string, Known>> = {
  INVALID_EMAIL_OR_PASSWORD: { field: 'password', words: 'wrongPair' },
  INVALID_EMAIL: { field: 'email', words: 'wrongEmail' },
  INVALID_PASSWORD: { field: 'password', words: 'wrongPassword' },
  USER_ALREADY_EXISTS: { field: 'email', words: 'accountExists' },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: { field: 'email', words: 'accountExists' },
  PASSWORD_TOO_SHORT: { field: 'password', words: 'passwordTooShort' },
  PASSWORD_TOO_WEAK: { field: 'password', words: 'passwordWeak' },
  PASSWORD_TOO_LONG: { field: 'password', words: 'passwordTooLong' },
  TOO_MANY_ATTEMPTS: { field: 'form', words: 'tooManyForAccount' },
  ACCOUNT_LOCKED: { field: 'form', words: 'accountLocked' },
  WRONG_CODE: { field: 'form', words: 'wrongCode' },
  TOO_MANY_CODES: { field: 'form', words: 'manyCodes' },
  SECOND_STEP_ENDED: { field: 'form', words: 'stepEnded' },
  PASSKEY_NOT_VALID: { field: 'form', words: 'passkeyNotValid' },
  CHALLENGE_ENDED: { field: 'form', words: 'passkeyEnded' },
  SIGN_UP_CLOSED: { field: 'form', words: 'signUpClosedReason' },
  FIRST_LINK_NEEDED: { field: 'form', words: 'firstLinkNeeded' },
  INVITATION_NOT_VALID: { field: 'form', words: 'invitationNotValid' },
  INVALID_NAME: { field: 'name', words: 'wrongName' },
}

/** Puts a refusal of the sign-in service into the reader's words at its place. The service's own words are English. */
export function accountFailure(refusal: Refusal, t: AreaWords<'accounts'>): AccountFailure {
  const found = known[refusal.code ?? '']
  if (found !== undefined) return { field: found.field, message: t(found.words) }
  const part = /\[body\.(name|email)\]/.exec(refusal.message ?? '')?.[1]
  // The service names the part that it does not take by its path, in English alone.
  if (part === 'name') return { field: 'name', message: t('wrongName') }
  if (part === 'email') return { field: 'email', message: t('wrongEmail') }
  if (refusal.status === 429) return { field: 'form', message: t('tooManyAttempts') }
  if (refusal.status === 0 || refusal.status >= 500) return { field: 'form', message: t('noAnswer') }
  return { field: 'form', message: t('refused') }
}
