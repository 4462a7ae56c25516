import { dehydrate } from '@tanstack/react-query'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { AppFrame } from '#components/shell/frame/app-frame.tsx'
import { OnceAlive } from '#components/shell/once-alive.tsx'
import { shellHeader } from '#lib/api/postings/kept-shell.ts'
import { meQuery } from '#lib/queries/accounts/account.ts'
import { readingSettingsQuery } from '#lib/queries/accounts/reading-settings.ts'
import { listSettingsQuery } from '#lib/queries/postings/list-settings.ts'
import { createQueryClient } from '#lib/queries/requests/query-client.ts'
import { settingsQuery } from '#lib/queries/accounts/settings.ts'
import { hasNoAccounts } from '#lib/store/accounts/accounts.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { getReadingSettings } from '#lib/store/ground/reading-settings.ts'
import { findSettings } from '#lib/store/ground/subscriber-settings.ts'
import { Hydrated } from './hydrated.tsx'
import { currentSubscriber, pagePosition } from './language.ts'
import { readOwnLists } from './own-lists.ts'
import { Words } from './words.tsx'

/**
 * The frame of all signed-in pages, with its words; the pages inside bring theirs. Sends everybody else to sign in, or to make the first
 * account.
 */
export async function SignedInFrame({ children }: { readonly children: ReactNode }) {
  const me = await currentSubscriber()
  if (me === null) redirect((await hasNoAccounts(serverDatabase())) ? '/first-run' : '/sign-in')
  const client = createQueryClient()
  client.setQueryData(meQuery().queryKey, me)
  const [settings, reading, lists] = await Promise.all([
    findSettings(serverDatabase(), me.id),
    getReadingSettings(serverDatabase(), me.id),
    readOwnLists(me.id),
  ])
  client.setQueryData(settingsQuery().queryKey, settings)
  client.setQueryData(readingSettingsQuery().queryKey, reading)
  // Here, not with the list: the sidebar asks for them first, and what a query waits for is filled in only after drawing.
  client.setQueryData(listSettingsQuery().queryKey, lists)
  const isToKeep = (await headers()).has(shellHeader)
  // What is kept is opened at any later time.
  const frame = <AppFrame since={isToKeep ? null : await pagePosition()}>{children}</AppFrame>
  return (
    <Words areas={['shell', 'organising', 'views', 'palette', 'player', 'reading', 'reasons']}>
      <Hydrated state={dehydrate(client)}>{isToKeep ? <OnceAlive>{frame}</OnceAlive> : frame}</Hydrated>
    </Words>
  )
}
