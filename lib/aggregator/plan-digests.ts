import type { Database } from '#lib/store/database.ts'
import { readDigestSources } from '#lib/store/digest-presences.ts'
import { replanSoon } from './replan-soon.ts'

/**
 * Does something to a digest and plans anew, at once, the sources whose polls lie before its hour, or did.
 * @param idOf the digest that was changed, of what `act` gives; null: none
 */
export async function planAroundDigest<Done>(
  database: Database,
  digestId: number | null,
  act: () => Promise<Done>,
  idOf: (done: Done) => number | null = () => digestId,
): Promise<Done> {
  const before = digestId === null ? [] : await readDigestSources(database, digestId)
  const done = await act()
  const id = idOf(done)
  const after = id === null ? [] : await readDigestSources(database, id)
  await replanSoon(database, [...before, ...after])
  return done
}
