import { useWords } from '#lib/words/use-words.tsx'

/** What may be written, as words. */
export function QueryHints() {
  const t = useWords('search')
  const hints = [
    ['in:', t('hintFolder')],
    ['from:', t('hintSource')],
    ['is:unread', ''],
    ['before:', t('hintDate')],
    [t('hintPhrase'), ''],
    [t('hintNot'), ''],
  ] as const
  return (
    <div className="absolute inset-x-0 top-full z-30 mt-1 animate-appear rounded-2 border border-line bg-raised px-3 py-2 text-12 text-ink-3 shadow-menu">
      {hints.map(([code, words], index) => (
        <span key={code}>
          {index > 0 ? ' · ' : ''}
          <span className="font-[600] text-ink-2">{code}</span>
          {words === '' ? '' : ` ${words}`}
        </span>
      ))}
    </div>
  )
}
