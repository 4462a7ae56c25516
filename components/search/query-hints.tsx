import { useWords } from '#lib/words/use-words.tsx'

/** Examples of what may be written. They stand in the bar, and cover nothing below it. */
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
    <div className="mt-1.5 animate-appear px-1 text-12 text-ink-3">
      {hints.map(([code, words], index) => (
        <span key={code}>
          {index > 0 ? ' · ' : ''}
          <span className="whitespace-nowrap">
            <span className="font-[600] text-ink-2">{code}</span>
            {words === '' ? '' : ` ${words}`}
          </span>
        </span>
      ))}
    </div>
  )
}
