import { cn } from '#components/ui/class-names.ts'

type ArticleHtmlProps = { readonly html: string; readonly className?: string }

/** The publisher's text. The only place that sets foreign HTML; it was sanitised when it was stored. */
export function ArticleHtml({ html, className }: ArticleHtmlProps) {
  return <div className={cn('article', className)} dangerouslySetInnerHTML={{ __html: html }} />
}
