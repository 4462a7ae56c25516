import { APIError } from 'better-auth/api'
import { hasNoAccounts, lockSignUp, readSignUpMode } from '#lib/store/accounts/accounts.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { claimInvitation, isInvitationUsable } from '#lib/store/accounts/invitations.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { mayBeFirst } from './first-admin.ts'
import type { Subscriber } from '#lib/auth/identity/subscriber.ts'
import { hashSecret } from '#lib/auth/identity/secrets.ts'

/** The person who wants an account; `invitation` is the secret of an invitation, or null; `whoJoins` is for the first one to say. */
type Newcomer = {
  readonly email: string
  readonly invitation: string | null
  readonly whoJoins?: string | null
}

/** Decides in which role somebody gets an account, inside the transaction that makes it. @throws APIError */
export type Admit = (transaction: Transaction, newcomer: Newcomer) => Promise<Subscriber['role']>

/** The first account's word about who joins after it; without a word it goes by who reaches the server. */
async function letJoin(transaction: Transaction, whoJoins: string | null | undefined): Promise<void> {
  if (whoJoins === 'open' || whoJoins === 'invitation')
    await changeServerSettings(transaction, { signUp: whoJoins })
}

/**
 * The rule for people who sign up: the first account becomes admin whatever the settings say, on a server that others reach with the link
 * that its start printed alone, and further ones are by invitation there unless an admin says otherwise; later ones are
 * subscribers, as far as the settings let them in. An invitation is used up with the account it was used for.
 * @throws APIError FORBIDDEN with code SIGN_UP_CLOSED, INVITATION_NOT_VALID or FIRST_LINK_NEEDED
 */
export const admitByRule: Admit = async (transaction, newcomer) => {
  await lockSignUp(transaction)
  if (await hasNoAccounts(transaction)) {
    if (!mayBeFirst(newcomer.invitation)) throw firstLinkNeeded()
    await letJoin(transaction, newcomer.whoJoins)
    return 'admin'
  }
  const mode = await readSignUpMode(transaction)
  if (mode === 'open') return 'subscriber'
  if (mode !== 'invitation') throw signUpClosed()
  const secret = newcomer.invitation
  if (
    secret === null ||
    !(await claimInvitation(transaction, hashSecret(secret), newcomer.email, new Date()))
  )
    throw invitationNotValid()
  return 'subscriber'
}

/** Refuses early who will be refused anyway, before the answer could tell that an address is taken. @throws APIError */
export async function refuseHopeless(database: Database, invitation: string | null): Promise<void> {
  const mode = await readSignUpMode(database)
  if (mode === 'open' || (await hasNoAccounts(database))) return
  if (mode !== 'invitation') throw signUpClosed()
  if (invitation === null || !(await isInvitationUsable(database, hashSecret(invitation), new Date())))
    throw invitationNotValid()
}

function firstLinkNeeded(): APIError {
  return new APIError('FORBIDDEN', {
    code: 'FIRST_LINK_NEEDED',
    message: 'The first account of this server is made by the link that its start printed.',
  })
}

function signUpClosed(): APIError {
  return new APIError('FORBIDDEN', {
    code: 'SIGN_UP_CLOSED',
    message: 'This server takes no new accounts. Ask its admin.',
  })
}

function invitationNotValid(): APIError {
  return new APIError('FORBIDDEN', {
    code: 'INVITATION_NOT_VALID',
    message: 'This server takes new accounts by invitation, and this invitation is unknown, used or expired.',
  })
}
