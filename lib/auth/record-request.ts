import type { AuditAct } from '#lib/api/audit.ts'
import { recordAct } from '#lib/store/audit-log.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { clientAddress } from './client-address.ts'

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
