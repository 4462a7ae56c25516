import { titled } from '#app/language.ts'
import { AdminSourcesScreen } from '#components/admin/admin-sources-screen.tsx'
import { parseSourcesAddress } from '#components/admin/sources-address.ts'

export const generateMetadata = titled('admin', 'sources')

type AdminSourcesPageProps = {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

export default async function AdminSourcesPage({ searchParams }: AdminSourcesPageProps) {
  return <AdminSourcesScreen query={parseSourcesAddress(await searchParams)} />
}
