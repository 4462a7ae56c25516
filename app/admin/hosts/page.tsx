import { Hydrated } from '#app/hydrated.tsx'
import { titled } from '#app/language.ts'
import { part, readForAdmin } from '#app/read-ahead.ts'
import { HostsScreen } from '#components/admin/hosts-screen.tsx'
import { hostWishesQuery } from '#lib/queries/hosts.ts'
import { listHostWishes, storeShippedWishes } from '#lib/store/host-wishes.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

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
