'use client'

import { Search } from 'lucide-react'
import { useId, useState, type FormEvent } from 'react'
import type { AdminSourcesQuery, AdminSourcesPage } from '#lib/api/server/admin.ts'
import { Button } from '#components/ui/form/button.tsx'
import { TextInput } from '#components/ui/form/field.tsx'
import { formatCount } from '#lib/text/format.ts'
import { parseSourceQuery } from '#lib/search/source-query.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { SourceMistakes } from './source-mistakes.tsx'

const states = [
  { value: 'all', name: 'filterAll' },
  { value: 'broken', name: 'stateBroken' },
  { value: 'failing', name: 'filterFailing' },
  { value: 'paused', name: 'filterPaused' },
  { value: 'learning', name: 'stateLearning' },
  { value: 'push', name: 'filterPush' },
  { value: 'waiting', name: 'filterWaiting' },
  { value: 'unsubscribed', name: 'filterUnsubscribed' },
] as const

type SourcesFilterProps = {
  readonly query: AdminSourcesQuery
  readonly counts: AdminSourcesPage['counts'] | null
  readonly onChange: (next: Partial<AdminSourcesQuery>) => void
}

/** Search and states of the admin's list; states that no source is in are left out. */
export function SourcesFilter({ query, counts, onChange }: SourcesFilterProps) {
  const t = useWords('admin')
  const locale = useLocale()
  const shown = states.filter(
    ({ value }) => value === 'all' || value === query.state || counts === null || counts[value] > 0,
  )
  return (
    <>
      <SearchForm key={query.search} search={query.search} onSearch={(search) => onChange({ search })} />
      <div role="group" aria-label={t('state')} className="mb-4 flex flex-wrap gap-1.5">
        {shown.map((state) => (
          <button
            key={state.value}
            type="button"
            aria-pressed={query.state === state.value}
            onClick={() => onChange({ state: state.value })}
            className="inline-flex h-7 cursor-pointer items-center gap-1.5 rounded-full border border-line-strong bg-paper px-2.5 text-12 font-[520] whitespace-nowrap text-ink-2 hover:border-control aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-on-ink pointer-coarse:h-11 pointer-coarse:px-4"
          >
            {t(state.name)}
            {counts !== null && <b className="font-[620]">{formatCount(counts[state.value], locale)}</b>}
          </button>
        ))}
      </div>
    </>
  )
}

function SearchForm(props: { readonly search: string; readonly onSearch: (search: string) => void }) {
  const t = useWords('admin')
  const [text, setText] = useState(props.search)
  const mistakesId = useId()
  // What was asked for last; mistakes are shown there, not in what is being written.
  const [refused, setRefused] = useState(props.search)
  const { errors } = parseSourceQuery(refused)
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const search = text.trim()
    setRefused(search)
    if (parseSourceQuery(search).errors.length === 0) props.onSearch(search)
  }
  return (
    <form role="search" onSubmit={onSubmit} className="mb-2.5 flex flex-wrap gap-2">
      <div className="relative min-w-0 flex-1">
        <Search
          size={15}
          strokeWidth={1.75}
          aria-hidden
          className="pointer-events-none absolute start-2.5 top-1/2 -translate-y-1/2 text-ink-3"
        />
        <TextInput
          type="search"
          aria-label={t('searchSources')}
          placeholder={t('searchHint')}
          maxLength={200}
          aria-invalid={errors.length > 0}
          aria-describedby={mistakesId}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="ps-8"
        />
      </div>
      <Button type="submit">{t('search')}</Button>
      <SourceMistakes id={mistakesId} text={refused} errors={errors} />
    </form>
  )
}
