import { parseLanguage, type Language } from '#lib/words/languages.ts'

/** The account that asks. */
export type Subscriber = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: 'admin' | 'subscriber'
  /** Chosen in the settings; null: what the browser asks for. */
  readonly language: Language | null
  /** From before its credential was checked. */
  readonly credentialsEpoch: number
}

type UserRow = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: string
  readonly language?: string | null | undefined
  readonly credentialsEpoch: number
}

/** Anything but "admin" has no rights over others. */
export function toSubscriber(user: UserRow): Subscriber {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    role: user.role === 'admin' ? 'admin' : 'subscriber',
    language: parseLanguage(user.language),
    credentialsEpoch: user.credentialsEpoch,
  }
}

/** Whether an account is locked at that time; a lock without end holds for good. */
export function isBanned(
  user: { readonly banned: boolean; readonly banExpires: Date | null },
  now: Date,
): boolean {
  return user.banned && (user.banExpires === null || user.banExpires > now)
}
