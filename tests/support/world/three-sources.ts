import { changeSubscriptions } from '#lib/store/subscriptions/change-subscriptions.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { addPostings, addReader, addSubscription } from './reading.ts'

/** A plain, a muted and a set apart source with one, two and four postings, all in one folder. */
export async function threeSources(database: Database, name: string) {
  const reader = await addReader(database, name)
  const sources = []
  for (const [kind, count] of [
    ['plain', 1],
    ['muted', 2],
    ['apart', 4],
  ] as const) {
    const added = await addSubscription(database, reader, `${name}-${kind}`, { folderName: 'Folder' })
    await addPostings(
      database,
      added.sourceId,
      Array.from({ length: count }, () => ({})),
    )
    sources.push(added)
  }
  const [plain, muted, apart] = sources
  if (!plain || !muted || !apart) throw new Error('three were made')
  await changeSubscriptions(database, reader, [muted.subscriptionId], { isMuted: true })
  await changeSubscriptions(database, reader, [apart.subscriptionId], { isApart: true })
  const folder = await database.folder.findFirstOrThrow({ where: { subscriberId: reader } })
  return { reader, plain, muted, apart, folderId: folder.id }
}
