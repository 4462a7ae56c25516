import { Hydrated } from '#lib/pages/hydrated.tsx'
import { titled } from '#lib/pages/language.ts'
import { firstPart, readForAdmin } from '#lib/pages/read-ahead.ts'
import { AuditScreen } from '#components/admin/record/audit-screen.tsx'
import { auditQuery } from '#lib/api/server/audit.ts'
import { actsQuery } from '#lib/queries/admin/users.ts'
import { listActs } from '#lib/store/ground/audit-log.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const generateMetadata = titled('admin', 'audit')

type AuditPageProps = { readonly searchParams: Promise<{ readonly user?: string | string[] }> }

export default async function AuditPage({ searchParams }: AuditPageProps) {
  const { user } = await searchParams
  const userId = typeof user === 'string' ? user : null
  // What the route refuses is left to it.
  const isRight = userId === null || auditQuery.safeParse({ userId }).success
  const state = await readForAdmin(() =>
    isRight ? [firstPart(actsQuery(userId), () => listActs(serverDatabase(), { cursor: null, userId }))] : [],
  )
  return (
    <Hydrated state={state}>
      <AuditScreen userId={userId} />
    </Hydrated>
  )
}
