import { organisingSettings, type OrganisingSettings } from '#lib/api/organising/organising.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { notify } from '#lib/store/connection/notify.ts'

const columns = { sourceOrder: true, shownFolders: true } as const

/** The order in which a subscriber wants folders and sources listed. */
export async function getOrganising(database: Database, subscriberId: string): Promise<OrganisingSettings> {
  const row = await database.user.findUniqueOrThrow({ where: { id: subscriberId }, select: columns })
  return organisingSettings.parse({ order: row.sourceOrder, shown: row.shownFolders })
}

/** Changes some of it and returns all. */
export async function changeOrganising(
  database: Database,
  subscriberId: string,
  { order, shown }: Partial<OrganisingSettings>,
): Promise<OrganisingSettings> {
  await database.user.update({
    where: { id: subscriberId },
    data: {
      ...(order === undefined ? {} : { sourceOrder: order }),
      ...(shown === undefined ? {} : { shownFolders: shown }),
    },
    select: { id: true },
  })
  await notify(database, { type: 'state', subscriberId })
  return getOrganising(database, subscriberId)
}
