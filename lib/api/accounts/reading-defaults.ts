import type { ReadingSettings } from './reading-settings.ts'

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
