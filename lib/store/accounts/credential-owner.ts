import type { CheckedAccount } from './credentials-epoch.ts'
import { Prisma } from '#lib/store/generated/client.ts'

/** The account of a session or token, as it was when that was found. */
export type CredentialOwner = CheckedAccount & {
  readonly name: string
  readonly email: string
  readonly role: string
  readonly language: string | null
  readonly banned: boolean
  readonly banExpires: Date | null
}

/** Of user "u", in the statement that finds the credential: the epoch must not be from after that ended. */
export const ownerColumns = Prisma.sql`
  u."id", u."name", u."email", u."role", u."language", u."banned", u."banExpires", u."credentialsEpoch"`
