import type { SampleIds } from '#lib/api/operations/operation.ts'
import type { Database } from '#lib/store/database.ts'
import { readEventPosition } from '#lib/store/missed-events.ts'
import { addOneOfEach } from './foreign-ids.ts'
import { enclosureUrl } from './foreign-calls.ts'

type Owner = { readonly id: string; readonly token: string }

/** Gives an account one of everything that examples of operations name. */
export async function addSamples(database: Database, owner: Owner): Promise<SampleIds> {
  const subscriberId = owner.id
  const position = await readEventPosition(database)
  const of = await addOneOfEach(database, owner)
  const folder = await database.folder.create({ data: { subscriberId, name: 'Into' } })
  const label = await database.label.create({ data: { subscriberId, name: 'Into' } })
  const view = await database.view.create({ data: { subscriberId, name: 'Kept', query: 'is:unread' } })
  const postingId = BigInt(of.posting)
  const highlight = await database.postingHighlight.create({
    data: { subscriberId, postingId, quote: 'Text', before: '', behind: '', createdAt: new Date() },
  })
  return {
    ...{ subscription: Number(of.subscription), source: Number(of.source), folder: Number(of.folder) },
    ...{ intoFolder: folder.id, label: Number(of.label), intoLabel: label.id, view: view.id },
    ...{
      rule: Number(of.rule),
      integration: Number(of.integration),
      run: of.run,
      posting: of.posting,
      highlight: highlight.id,
    },
    ...{ savedPage: of.posting, enclosureUrl, undoToken: of.undoToken, position },
  }
}
