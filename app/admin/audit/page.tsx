import { Hydrated } from '#app/hydrated.tsx'
import { titled } from '#app/language.ts'
import { firstPart, readForAdmin } from '#app/read-ahead.ts'
import { AuditScreen } from '#components/admin/audit-screen.tsx'
import { auditQuery } from '#lib/api/audit.ts'
import { actsQuery } from '#lib/queries/users.ts'
import { listActs } from '#lib/store/audit-log.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

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
