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

const known: Readonly<Record<string, AccountFailure>> = {
  INVALID_EMAIL_OR_PASSWORD: { field: 'password', message: 'E-mail and password do not belong together.' },
  INVALID_EMAIL: { field: 'email', message: 'This is not an e-mail address, like name@example.org.' },
  INVALID_PASSWORD: { field: 'password', message: 'This is not the password of this account.' },
  USER_ALREADY_EXISTS: { field: 'email', message: 'An account with this address exists. Sign in instead.' },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: {
    field: 'email',
    message: 'An account with this address exists. Sign in instead.',
  },
  PASSWORD_TOO_SHORT: { field: 'password', message: 'The password is too short.' },
  PASSWORD_TOO_LONG: { field: 'password', message: 'The password is too long.' },
  INVALID_NAME: { field: 'name', message: 'A name has 1 to 100 characters.' },
}

/** Puts a refusal of the sign-in service into plain words at its place. */
export function accountFailure(refusal: Refusal): AccountFailure {
  const found = known[refusal.code ?? '']
  if (found !== undefined) return found
  if (refusal.status === 429)
    return { field: 'form', message: refusal.message ?? 'Too many attempts. Wait a minute.' }
  if (refusal.status === 0 || refusal.status >= 500)
    return { field: 'form', message: 'The server did not answer. Try again.' }
  return { field: 'form', message: refusal.message ?? 'The server refused this.' }
}
