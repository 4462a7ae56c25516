import { z } from 'zod'
import { listSetting, readingOptions } from '#lib/api/list-settings.ts'

/** ListSettings */
export const listSettings = z
  .object({
    lists: z.record(z.string(), listSetting),
    options: readingOptions,
  })
  .meta({ id: 'ListSettings' })
