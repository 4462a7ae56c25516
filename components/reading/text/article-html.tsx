import { memo, Suspense, useMemo, useState } from 'react'
import { cn } from '#components/ui/class-names.ts'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'

// Many texts are words alone.
const ArticleParts = lazyPart(
  async () => (await import('#components/reading/article/article-parts.tsx')).ArticleParts,
)

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
  const [article, setArticle] = useState<HTMLDivElement | null>(null)
  return (
    <>
      <div
        ref={setArticle}
        dir="auto"
        lang={language ?? undefined}
        className={cn('article', className)}
        dangerouslySetInnerHTML={inner}
      />
      {article !== null && hasParts.test(html) ? (
        <Suspense>
          <ArticleParts article={article} html={html} />
        </Suspense>
      ) : null}
    </>
  )
})

/** Code, tables, pictures, and jumps inside the text. */
const hasParts = /<(?:pre|table|img)\b|<a href="#/
