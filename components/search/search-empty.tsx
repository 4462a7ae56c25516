'use client'

import Link from 'next/link'
import { Button } from '#components/ui/button.tsx'
import { Empty } from '#components/ui/empty.tsx'
import type { PostingListFilter } from '#lib/api/postings.ts'
import { useWords } from '#lib/words/use-words.tsx'

type SearchEmptyProps = {
  readonly query: string
  /** False: the search gave up for now and can go on. */
  readonly isComplete: boolean
  readonly onGoOn: () => void
  readonly onChange: (change: Partial<PostingListFilter>) => void
}

/** Before anything is searched: what can be. After: that nothing was found, and what to do. */
export function SearchEmpty({ query, isComplete, onGoOn, onChange }: SearchEmptyProps) {
  const t = useWords('search')
  if (query === '') return <Examples onChange={onChange} />
  if (!isComplete)
    return (
      <Empty
        title={t('nothingYet')}
        action={
          <Button size="small" onClick={onGoOn}>
            {t('goOn')}
          </Button>
        }
      >
        {t('nothingYetHint')}
      </Empty>
    )
  return <Empty title={t('nothingFound')}>{t('nothingFoundHint')}</Empty>
}

function Examples({ onChange }: Pick<SearchEmptyProps, 'onChange'>) {
  const t = useWords('search')
  const examples = [
    { query: t('exampleWords'), says: t('exampleWordsMeans') },
    { query: t('examplePhrase'), says: t('examplePhraseMeans') },
    { query: 'is:unread after:7d', says: t('exampleUnreadMeans') },
    { query: t('exampleTitle'), says: t('exampleTitleMeans') },
    { query: 'is:audio delay:<1h', says: t('exampleAudioMeans') },
  ]
  return (
    <Empty title={t('whatToFind')}>
      <p>{t('whatToFindHint')}</p>
      <ul className="mt-3 flex flex-col items-start gap-2">
        {examples.map(({ query, says }) => (
          <li key={query}>
            <Link
              href={`/?${new URLSearchParams({ q: query }).toString()}`}
              prefetch={false}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                onChange({ query })
              }}
              className="font-[550] text-ink underline decoration-control underline-offset-3 hover:decoration-ink"
            >
              <bdi>{query}</bdi>
            </Link>
            <span className="block text-12 text-ink-3">{says}</span>
          </li>
        ))}
      </ul>
    </Empty>
  )
}
