import { useWords } from '#lib/words/use-words.tsx'

/** A dash in a table: a column of words would say nothing more. Who listens is told what it means. */
export function NotMeasured() {
  const t = useWords('sources')
  return (
    <>
      <span aria-hidden className="text-ink-3">
        –
      </span>
      <span className="sr-only">{t('notMeasuredYet')}</span>
    </>
  )
}
