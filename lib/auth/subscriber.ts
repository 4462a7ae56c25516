/** Who is asking. */
export type Subscriber = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: 'admin' | 'subscriber'
}

type UserRow = { readonly id: string; readonly name: string; readonly email: string; readonly role: string }

/** Anything but "admin" has no rights over others. */
export function toSubscriber(user: UserRow): Subscriber {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    role: user.role === 'admin' ? 'admin' : 'subscriber',
  }
}

/** Whether an account is locked at that time; a lock without end holds for good. */
export function isBanned(
  user: { readonly banned: boolean; readonly banExpires: Date | null },
  now: Date,
): boolean {
  return user.banned && (user.banExpires === null || user.banExpires > now)
}
