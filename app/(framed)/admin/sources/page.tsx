import { Hydrated } from '#lib/pages/hydrated.tsx'
import { titled } from '#lib/pages/language.ts'
import { pagePart, readForAdmin, type PagePart } from '#lib/pages/read-ahead.ts'
import { AdminSourcesScreen } from '#components/admin/server/admin-sources-screen.tsx'
import { parseSourcesAddress } from '#components/admin/sources/parse-sources-address.ts'
import type { AdminSourcesQuery } from '#lib/api/server/admin.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { adminSourcesQueryOptions } from '#lib/queries/admin/admin.ts'
import { parseSourceQuery } from '#lib/search/source-query.ts'
import { listAdminSources } from '#lib/store/sources/admin-sources.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const generateMetadata = titled('admin', 'sources')

type AdminSourcesPageProps = {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

export default async function AdminSourcesPage({ searchParams }: AdminSourcesPageProps) {
  const query = parseSourcesAddress(await searchParams)
  return (
    <Hydrated state={await readForAdmin(() => partsOf(query))}>
      <AdminSourcesScreen query={query} />
    </Hydrated>
  )
}

/** A page of the table. A search with mistakes is left to the route, which says where they are. */
function partsOf(query: AdminSourcesQuery): readonly PagePart[] {
  const database = serverDatabase()
  const now = systemClock.now()
  const isRight = parseSourceQuery(query.search).errors.length === 0
  return isRight
    ? [pagePart(adminSourcesQueryOptions(query), () => listAdminSources(database, query, now))]
    : []
}
