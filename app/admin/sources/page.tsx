import type { Metadata } from 'next'
import { AdminSourcesScreen } from '#components/admin/admin-sources-screen.tsx'
import { parseSourcesAddress } from '#components/admin/sources-address.ts'

export const metadata: Metadata = { title: 'Sources' }

type AdminSourcesPageProps = {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

export default async function AdminSourcesPage({ searchParams }: AdminSourcesPageProps) {
  return <AdminSourcesScreen query={parseSourcesAddress(await searchParams)} />
}
