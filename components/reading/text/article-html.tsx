import { memo, useMemo } from 'react'
import { cn } from '#components/ui/class-names.ts'

type ArticleHtmlProps = {
  readonly html: string
  readonly language: string | null
  readonly className?: string
}

/**
 * The publisher's text. The only place that sets foreign HTML; it was sanitised when it was stored. Set once: each new
 * drawing would have the browser parse and lay out the whole text again, and forget what is selected in it.
 */
export const ArticleHtml = memo(function ArticleHtml({ html, language, className }: ArticleHtmlProps) {
  // The same object each time: React sets the HTML anew for another one, and what was marked or selected in it is lost.
  const inner = useMemo(() => ({ __html: html }), [html])
  return (
    <div
      ref={letKeysScroll}
      dir="auto"
      lang={language ?? undefined}
      className={cn('article', className)}
      dangerouslySetInnerHTML={inner}
    />
  )
})

/** Code and tables wider than the column scroll inside themselves, so the keyboard must reach them. */
function letKeysScroll(article: HTMLDivElement | null): void {
  for (const wide of article?.querySelectorAll<HTMLElement>('pre, table') ?? []) {
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0
  }
}
