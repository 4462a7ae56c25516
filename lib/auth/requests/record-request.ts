import type { AuditAct } from '#lib/api/server/audit.ts'
import { requireCredentials } from '#lib/auth/identity/open-way.ts'
import type { CheckedAccount } from '#lib/store/accounts/credentials-epoch.ts'
import { recordAct } from '#lib/store/ground/audit-log.ts'
import type { Changer } from '#lib/store/ground/change-log.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { clientAddress } from '#lib/api/http/client-address.ts'

/** The admin who changes something by a request, for the log. */
export function changerOf(request: Request, admin: CheckedAccount): Changer {
  return {
    actorId: admin.id,
    address: clientAddress(request.headers),
    at: new Date(),
    hold: (transaction) => requireCredentials(transaction, admin),
  }
}

/** Records what somebody did by a request: to the own account, unless `subjectId` says otherwise (null: to none). */
export async function recordRequest(
  request: Request,
  act: AuditAct,
  actorId: string,
  { subjectId = actorId, detail = '' }: { readonly subjectId?: string | null; readonly detail?: string } = {},
): Promise<void> {
  const address = clientAddress(request.headers)
  await recordAct(serverDatabase(), { act, actorId, subjectId, address, detail }, new Date())
}
