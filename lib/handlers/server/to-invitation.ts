import type { InvitationRow } from '#lib/store/accounts/invitations.ts'
import type { Invitation } from '#lib/api/server/admin.ts'

export function toInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    note: row.note,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    usedAt: row.usedAt?.toISOString() ?? null,
    usedBy: row.usedBy,
  }
}
