import type { ExportedPlace } from '#lib/documents/moving/exported-sending.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { foldersOf, namesTo } from '#lib/store/organising/folder-tree.ts'

/** A place by what another server knows it by, as one text. */
export const placeText = (of: string, name: readonly string[]) => JSON.stringify([of, ...name])

/** Between the places of a subscriber (a source, folder, label or view) and what another server knows them by. */
export type NamedPlaces = {
  /** Null: there is none such. */
  readonly nameOf: (of: ExportedPlace['of'], id: number) => ExportedPlace | null
  readonly idOf: (place: ExportedPlace) => number | null
}

/** Those that are there now. */
export async function readPlaces(database: Database, subscriberId: string): Promise<NamedPlaces> {
  const scopes = await scopesByName(database, subscriberId)
  const names = new Map([...scopes].map(([text, scope]) => [scope, text]))
  return {
    nameOf: (of, id) => {
      const text = names.get(`${of}:${id}`)
      return text === undefined ? null : { of, name: (JSON.parse(text) as string[]).slice(1) }
    },
    idOf: ({ of, name }) => {
      const scope = scopes.get(placeText(of, name))
      return scope === undefined ? null : Number(scope.slice(of.length + 1))
    },
  }
}

/** The scopes of the lists that only this subscriber has, by what is exported of them. */
export async function scopesByName(
  database: Database | Transaction,
  subscriberId: string,
): Promise<Map<string, string>> {
  const folders = await foldersOf(database, subscriberId)
  const rows = await database.$queryRaw<{ of: string; name: string; id: number }[]>`
    SELECT 'source' AS "of", s."url" AS "name", s."id" FROM "subscription" u JOIN "source" s ON s."id" = u."sourceId"
    WHERE u."subscriberId" = ${subscriberId}
    UNION ALL SELECT 'label', "name", "id" FROM "label" WHERE "subscriberId" = ${subscriberId}
    UNION ALL SELECT 'view', "name", "id" FROM "view" WHERE "subscriberId" = ${subscriberId}`
  return new Map([
    ...[...folders.keys()].map((id) => [placeText('folder', namesTo(folders, id)), `folder:${id}`] as const),
    ...rows.map(({ of, name, id }) => [placeText(of, [name]), `${of}:${id}`] as const),
  ])
}
