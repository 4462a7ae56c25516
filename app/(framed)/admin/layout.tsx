import { dehydrate } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { Hydrated } from '#lib/pages/hydrated.tsx'
import { currentSubscriber } from '#lib/pages/language.ts'
import { Words } from '#lib/pages/words.tsx'
import { serverWarnings } from '#lib/handlers/server/server-warnings.ts'
import { AdminTabs } from '#components/admin/server/admin-tabs.tsx'
import { BudgetNote } from '#components/admin/budget/budget-note.tsx'
import { PauseBanner } from '#components/admin/server/pause-banner.tsx'
import { WarningBanner } from '#components/admin/server/warning-banner.tsx'
import { serverSettingsQuery } from '#lib/queries/admin/admin.ts'
import { createQueryClient } from '#lib/queries/requests/query-client.ts'
import { warningsQuery } from '#lib/queries/admin/warnings.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { getSettings } from '#lib/store/ground/server-settings.ts'

/** Admins only: for everybody else these pages do not exist. The routes behind them check again. */
export default async function AdminLayout({ children }: { readonly children: ReactNode }) {
  const me = await currentSubscriber()
  if (me !== null && me.role !== 'admin') notFound()
  const client = createQueryClient()
  // Read before drawing, so that no page jumps when a warning comes in.
  if (me !== null) {
    client.setQueryData(warningsQuery().queryKey, await serverWarnings())
    // Here, not with the pages: the banner asks for them first, and what a query waits for is filled in only after drawing.
    client.setQueryData(serverSettingsQuery().queryKey, await getSettings(serverDatabase()))
  }
  return (
    <Words areas={['admin', 'search', 'sources']}>
      <AdminTabs />
      <Hydrated state={dehydrate(client)}>
        <PauseBanner />
        <WarningBanner />
        <BudgetNote />
      </Hydrated>
      {children}
    </Words>
  )
}
