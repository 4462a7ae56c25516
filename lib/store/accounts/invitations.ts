import type { Database, Transaction } from '#lib/store/connection/database.ts'

export type InvitationRow = {
  readonly id: number
  readonly note: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly usedAt: Date | null
  readonly usedBy: string | null
}

const shown = { id: true, note: true, createdAt: true, expiresAt: true, usedAt: true, usedBy: true } as const

export async function insertInvitation(
  database: Database,
  invitation: {
    readonly secretHash: string
    readonly note: string
    readonly expiresAt: Date
    readonly createdById: string
  },
): Promise<InvitationRow> {
  return database.invitation.create({ data: invitation, select: shown })
}

/** All invitations, newest first, at most 1,000. */
export async function listInvitations(database: Database): Promise<InvitationRow[]> {
  return database.invitation.findMany({ select: shown, orderBy: { id: 'desc' }, take: 1000 })
}

/** Takes an invitation back; false when there is none with that id. */
export async function deleteInvitation(database: Database, id: number): Promise<boolean> {
  const { count } = await database.invitation.deleteMany({ where: { id } })
  return count === 1
}

/** Whether an invitation with that hash can still be used. */
export async function isInvitationUsable(
  database: Database | Transaction,
  secretHash: string,
  now: Date,
): Promise<boolean> {
  const found = await database.invitation.findFirst({
    where: { secretHash, usedAt: null, expiresAt: { gt: now } },
    select: { id: true },
  })
  return found !== null
}

/** Uses an invitation up for that address; false when it is unknown, used or expired. */
export async function claimInvitation(
  transaction: Transaction,
  secretHash: string,
  email: string,
  now: Date,
): Promise<boolean> {
  const { count } = await transaction.invitation.updateMany({
    where: { secretHash, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now, usedBy: email },
  })
  return count === 1
}
