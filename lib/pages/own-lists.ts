import { cache } from 'react'
import { readListSettings } from '#lib/store/ground/list-settings.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

/** What a subscriber chose for lists, asked once per page: its frame shows it, and its list follows it. */
export const readOwnLists = cache(async (subscriberId: string) =>
  readListSettings(serverDatabase(), subscriberId),
)
