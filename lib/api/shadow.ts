import { z } from 'zod'
import type {
  shadowSourceItem,
  shadowSummary,
  shadowDayItem,
  shadowDetails,
  shadowAnswer,
} from './answers/shadow.ts'
import type { Told } from './answers/parts.ts'
import { labPolicies } from './lab.ts'

/**
 * Body of PUT /api/v1/admin/lab/shadow: the policy that runs on paper beside the live one, instead of the one that does. DELETE ends it.
 * Both answer as GET does.
 */
export const shadowChange = z.strictObject({ policy: z.enum(labPolicies) })

/** A UTC day in a path, 2026-01-31. DELETE /api/v1/admin/lab/shadow/:day leaves that day out, while it is compared or is the next. */
export const utcDay = z.iso.date().refine((day) => day >= '1970-01-01') // PostgreSQL has no year 0

/** GET /api/v1/admin/lab/shadow: what is on paper, or was last; null: nothing ever was. */
export type ShadowAnswer = Told<typeof shadowAnswer>

export type ShadowDetails = Told<typeof shadowDetails>

export type ShadowDayItem = Told<typeof shadowDayItem>

export type ShadowSummary = Told<typeof shadowSummary>

export type ShadowSourceItem = Told<typeof shadowSourceItem>
