import { z } from 'zod'
import { listSetting, readingOptions } from '#lib/api/lists/list-settings.ts'
import type { Told } from '#lib/api/parts/answer-parts.ts'

/** ListSettings */
export const listSettings = z
  .object({
    lists: z.record(z.string(), listSetting),
    options: readingOptions,
  })
  .meta({ id: 'ListSettings' })

/** Answer of GET /api/v1/list-settings: all that the subscriber chose, by scope. */
export type ListSettings = Told<typeof listSettings>
