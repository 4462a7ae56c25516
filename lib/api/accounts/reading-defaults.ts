import type { ReadingSettings } from './reading-settings.ts'

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
