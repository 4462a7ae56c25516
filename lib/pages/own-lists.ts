import { cache } from 'react'
import { readListSettings } from '#lib/store/ground/list-settings.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

/** The subscriber's choices for lists, asked once per page: its frame shows them, and its list follows them. */
export const readOwnLists = cache(async (subscriberId: string) =>
  readListSettings(serverDatabase(), subscriberId),
)
