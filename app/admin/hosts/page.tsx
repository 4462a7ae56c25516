import { Hydrated } from '#lib/pages/hydrated.tsx'
import { titled } from '#lib/pages/language.ts'
import { part, readForAdmin } from '#lib/pages/read-ahead.ts'
import { HostsScreen } from '#components/admin/hosts/hosts-screen.tsx'
import { hostWishesQuery } from '#lib/queries/admin/hosts.ts'
import { listHostWishes, storeShippedWishes } from '#lib/store/hosts/publisher-limits.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const generateMetadata = titled('admin', 'hosts')

export default async function HostsPage() {
  const state = await readForAdmin(() => [
    part(hostWishesQuery(), async () => {
      await storeShippedWishes(serverDatabase())
      return listHostWishes(serverDatabase())
    }),
  ])
  return (
    <Hydrated state={state}>
      <HostsScreen />
    </Hydrated>
  )
}
