import { z } from 'zod'
import { isShareAddress } from '#lib/api/postings/share-address.ts'
import { textBounds } from './reading-defaults.ts'

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

/** GET /api/v1/reading-settings, and the body of its PATCH, which may leave out what stays. */
export const readingSettings = z.strictObject({
  typeface: z.enum(['serif', 'sans']),
  sizePx: z.number().int().min(textBounds.sizePx.least).max(textBounds.sizePx.most),
  widthPx: z.number().int().min(textBounds.widthPx.least).max(textBounds.widthPx.most),
  lineHeight: z.number().min(textBounds.lineHeight.least).max(textBounds.lineHeight.most),
  /** proxied: by this server, so that publishers do not see who reads; direct: from publishers; none: not at all. */
  images: z.enum(['proxied', 'direct', 'none']),
  /** A story that several sources tell is one row of a list. */
  showsStoryOnce: z.boolean(),
  /** Opening one posting of a story reads the others, too. */
  readsWholeStory: z.boolean(),
  shareTemplates: z.array(shareTemplate).max(12),
})
export type ReadingSettings = Readonly<z.infer<typeof readingSettings>>

export const readingSettingsChange = readingSettings.partial()
export type ReadingSettingsChange = z.infer<typeof readingSettingsChange>
