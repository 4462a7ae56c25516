import { dateTargets } from './dates.ts'
import { feedTargets } from './feeds.ts'
import { headerTargets } from './headers.ts'
import { htmlTargets } from './html.ts'
import { importTargets } from './imports.ts'
import { policyTargets } from './policy.ts'
import { queryTargets } from './queries.ts'

/** The targets that need nothing but their input. */
export const plainTargets = [
  ...feedTargets,
  ...htmlTargets,
  ...importTargets,
  ...dateTargets,
  ...queryTargets,
  ...headerTargets,
  ...policyTargets,
]
