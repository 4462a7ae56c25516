import { z } from 'zod'
import { isShareAddress } from '#lib/api/postings/share-address.ts'
import { declaredReading, type ReadingSettings } from './declared-reading.ts'
import { settingSchema } from './subscriber-settings.ts'

const shareTemplate = z.strictObject({
  name: z.string().trim().min(1).max(40),
  /** With {url}, {title} and {source} where those of the posting go, each escaped. */
  url: z
    .string()
    .trim()
    .max(500)
    .refine(isShareAddress, 'templateScheme')
    .refine((url) => url.includes('{url}') || url.includes('{title}'), 'templateFields'),
})

const schemas = Object.fromEntries(
  Object.entries(declaredReading).map(([name, declared]) => [name, settingSchema(declared)]),
) as { [Name in keyof typeof declaredReading]: z.ZodType<ReadingSettings[Name]> }

/** GET /api/v1/reading-settings, and the body of its PATCH, which may leave out what stays. */
export const readingSettings = z.strictObject({ ...schemas, shareTemplates: z.array(shareTemplate).max(12) })

export const readingSettingsChange = readingSettings.partial()
export type ReadingSettingsChange = z.infer<typeof readingSettingsChange>
