import type { CSSProperties } from 'react'
import type { ReadingSettings } from '#lib/api/accounts/declared-reading.ts'

type TextStyle = CSSProperties & Readonly<Record<`--article-${string}`, string>>

/** The look of a text, as the variables that the class "article" draws with (globals.css). */
export function textStyle({ typeface, sizePx, widthPx, lineHeight }: ReadingSettings): TextStyle {
  return {
    maxWidth: `${widthPx}px`,
    '--article-size': `${sizePx}px`,
    '--article-line': String(lineHeight),
    '--article-face': typeface === 'serif' ? 'var(--face-text)' : 'var(--face-ui)',
  }
}
