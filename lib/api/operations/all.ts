import { account } from './account.ts'
import { administration } from './admin.ts'
import { alerts } from './alerts.ts'
import { integrations } from './integrations.ts'
import { moving } from './moving.ts'
import type { Operation, Operations, Sample, SampleIds } from './operation.ts'
import { organising } from './organising.ts'
import { outputs } from './outputs.ts'
import { reading } from './reading.ts'
import { rules } from './rules.ts'
import { sources } from './sources.ts'

/** By area, in the order of the description. */
const areas = {
  reading,
  organising,
  sources,
  rules,
  alerts,
  outputs,
  integrations,
  moving,
  account,
  administration,
} as const satisfies Readonly<Record<string, Operations>>
export type AreaName = keyof typeof areas

export type NamedOperation = Operation & {
  readonly area: AreaName
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** After /api/v1, with {names} of its parts. */
  readonly path: string
}

/** Everything that /api/v1 does: a route that is not here fails a test, and so does a line without a route. */
export const operations: readonly NamedOperation[] = Object.entries(areas).flatMap(([area, group]) =>
  Object.entries<Operation>(group).map(([name, operation]) => {
    const [method = '', path = ''] = name.split(' ')
    return { ...operation, area: area as AreaName, method: method as NamedOperation['method'], path }
  }),
)

/** An example of a request: what the operation says, and the parts of its path. */
export function sampleOf(operation: NamedOperation, ids: SampleIds): Sample {
  const said = operation.sample?.(ids) ?? {}
  const named: Readonly<Record<string, string | number>> = {
    postings: ids.posting,
    'saved-pages': ids.savedPage,
    subscriptions: ids.subscription,
    folders: ids.folder,
    labels: ids.label,
    views: ids.view,
    sources: ids.source,
    rules: ids.rule,
    tokens: ids.token,
    sessions: ids.session,
    passkeys: ids.passkey,
    alerts: ids.alert,
    'output-feeds': ids.outputFeed,
    digests: ids.digest,
    integrations: ids.integration,
  }
  const [, first = ''] = operation.path.split('/')
  return { ...said, params: { id: `${named[first] ?? 1}`, ...said.params } }
}
