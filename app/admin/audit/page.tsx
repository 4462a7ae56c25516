import { titled } from '#app/language.ts'
import { AuditScreen } from '#components/admin/audit-screen.tsx'

export const generateMetadata = titled('admin', 'audit')

type AuditPageProps = { readonly searchParams: Promise<{ readonly user?: string | string[] }> }

export default async function AuditPage({ searchParams }: AuditPageProps) {
  const { user } = await searchParams
  return <AuditScreen userId={typeof user === 'string' ? user : null} />
}
