import type { ReadingSettings } from './reading-settings.ts'

// Apart from the contract, so that browsers need not load what checks it.

/** Least and greatest of what can be chosen; the steps are those of the sliders. */
export const textBounds = {
  sizePx: { least: 15, most: 24, step: 1 },
  widthPx: { least: 480, most: 800, step: 16 },
  lineHeight: { least: 1.4, most: 1.8, step: 0.05 },
} as const

/** The reading settings of a reader who has chosen none. */
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
