import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { AppFrame } from '#components/shell/app-frame.tsx'
import { findSubscriber } from '#lib/auth/require-subscriber.ts'
import { meQuery } from '#lib/queries/account.ts'
import { createQueryClient } from '#lib/queries/query-client.ts'
import { settingsQuery } from '#lib/queries/settings.ts'
import { hasNoAccounts } from '#lib/store/accounts.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { findSettings } from '#lib/store/user-settings.ts'

/** What all signed-in pages stand in. Sends everybody else to sign in, or to make the first account. */
export async function SignedInFrame({ children }: { readonly children: ReactNode }) {
  const me = await findSubscriber(await headers())
  if (me === null) redirect((await hasNoAccounts(serverDatabase())) ? '/first-run' : '/sign-in')
  const client = createQueryClient()
  client.setQueryData(meQuery().queryKey, me)
  client.setQueryData(settingsQuery().queryKey, await findSettings(serverDatabase(), me.id))
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AppFrame>{children}</AppFrame>
    </HydrationBoundary>
  )
}
