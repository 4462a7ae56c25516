import { z } from 'zod'

/** Least and greatest of what can be chosen; the steps are those of the sliders. */
export const textBounds = {
  sizePx: { least: 15, most: 24, step: 1 },
  widthPx: { least: 480, most: 800, step: 16 },
  lineHeight: { least: 1.4, most: 1.8, step: 0.05 },
} as const

const shareTemplate = z.strictObject({
  name: z.string().trim().min(1).max(40),
  /** With {url} and {title} where those of the posting go, each escaped. */
  url: z
    .string()
    .trim()
    .max(500)
    .regex(/^https?:\/\/[^\s]+$/i, 'templateScheme')
    .refine((url) => url.includes('{url}') || url.includes('{title}'), 'templateFields'),
})

/** GET /api/v1/reading-settings, and the body of its PATCH, which may leave out what stays. */
const readingSettings = z.strictObject({
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

/** What holds until somebody chooses. */
export const defaultReadingSettings: ReadingSettings = {
  typeface: 'serif',
  sizePx: 18,
  widthPx: 608,
  lineHeight: 1.6,
  images: 'proxied',
  showsStoryOnce: true,
  readsWholeStory: true,
  shareTemplates: [],
}
