// Apart from the schema that follows from it (reading-settings.ts), so that browsers load no parser.

/** The settings of how texts are read, each with its usual value. The columns of `reading_settings` are these; steps are those of the sliders. */
export const declaredReading = {
  typeface: { usual: 'serif', values: ['serif', 'sans'] },
  sizePx: { usual: 18, least: 15, most: 24, step: 1 },
  widthPx: { usual: 608, least: 480, most: 800, step: 16 },
  lineHeight: { usual: 1.6, least: 1.4, most: 1.8, step: 0.05 },
  /** proxied: by this server, so that publishers do not see who reads; direct: from publishers; none: not at all. */
  images: { usual: 'proxied', values: ['proxied', 'direct', 'none'] },
  /** A story that several sources tell is one row of a list. */
  showsStoryOnce: { usual: true },
  /** Opening one posting of a story reads the others, too. */
  readsWholeStory: { usual: true },
} as const

type Declared = typeof declaredReading
type ReadingValue<One> = One extends { readonly values: readonly (infer Value)[] }
  ? Value
  : One extends { readonly usual: number }
    ? number
    : boolean

/** GET /api/v1/reading-settings: all of them. */
export type ReadingSettings = { readonly [Name in keyof Declared]: ReadingValue<Declared[Name]> } & {
  /** Ways to share of one's own. */
  readonly shareTemplates: { name: string; url: string }[]
}

/** The reading settings of a reader who has chosen none. */
export const defaultReadingSettings = {
  ...Object.fromEntries(Object.entries(declaredReading).map(([name, { usual }]) => [name, usual])),
  shareTemplates: [],
} as unknown as ReadingSettings
