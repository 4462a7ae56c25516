import { Hydrated } from '#lib/pages/hydrated.tsx'
import { titled } from '#lib/pages/language.ts'
import { pagePart, readForAdmin } from '#lib/pages/read-ahead.ts'
import { HostsScreen } from '#components/admin/hosts/hosts-screen.tsx'
import { publisherLimitsQuery } from '#lib/queries/admin/hosts.ts'
import { listPublisherLimits, storeShippedLimits } from '#lib/store/hosts/publisher-limits.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const generateMetadata = titled('admin', 'hosts')

export default async function HostsPage() {
  const state = await readForAdmin(() => [
    pagePart(publisherLimitsQuery(), async () => {
      await storeShippedLimits(serverDatabase())
      return listPublisherLimits(serverDatabase())
    }),
  ])
  return (
    <Hydrated state={state}>
      <HostsScreen />
    </Hydrated>
  )
}
