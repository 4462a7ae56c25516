'use client'

import Link from 'next/link'
import { Button } from '#components/ui/form/button.tsx'
import { Empty } from '#components/ui/form/empty.tsx'
import type { PostingListFilter } from '#lib/api/postings/postings.ts'
import { parseQuery } from '#lib/search/parse-query.ts'
import type { QueryError } from '#lib/search/query.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { cutQuery } from './query-pieces.ts'

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
  const { errors } = parseQuery(query)
  if (errors.length > 0) return <Mistaken query={query} errors={errors} />
  return <Empty title={t('nothingFound')}>{t('nothingFoundHint')}</Empty>
}

/** The field says what is wrong; here the place of it is shown. */
function Mistaken({ query, errors }: { readonly query: string; readonly errors: readonly QueryError[] }) {
  const t = useWords('search')
  return (
    <Empty title={t('notSearched')}>
      <p>{t('notSearchedHint')}</p>
      <p className="mt-2 text-14 wrap-anywhere text-ink">
        <bdi>
          {cutQuery(query, errors).map(({ at, text, isWrong }) =>
            isWrong ? (
              <em
                key={at}
                className="not-italic underline decoration-broken-solid decoration-wavy underline-offset-3"
              >
                {text}
              </em>
            ) : (
              text
            ),
          )}
        </bdi>
      </p>
    </Empty>
  )
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
