import type { FreshnessQuery, FreshnessSort } from '#lib/api/freshness/freshness.ts'
import { freshnessSorts, freshnessStates } from '#lib/api/parts/choices.ts'
import { TextInput } from '#components/ui/form/field.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { useWords } from '#lib/words/use-words.tsx'

const stateWords = {
  all: 'stateAll',
  broken: 'stateBroken',
  kept: 'stateKept',
  learning: 'stateLearning',
} as const

const sortWords = {
  state: 'orderState',
  promise: 'orderPromise',
  median: 'orderMedian',
  p90: 'orderP90',
  title: 'orderTitle',
} as const satisfies Record<FreshnessSort, string>

type FreshnessFilterProps = {
  readonly query: FreshnessQuery
  readonly onChange: (part: Partial<FreshnessQuery>) => void
}

/** The choice of the sources that are shown: by a part of their name, by their promise. */
export function FreshnessFilter({ query, onChange }: FreshnessFilterProps) {
  const t = useWords('sources')
  return (
    <div role="search" className="mb-3 flex flex-wrap gap-3">
      <TextInput
        type="search"
        aria-label={t('searchByName')}
        placeholder={t('searchByName')}
        maxLength={200}
        value={query.search}
        onChange={(event) => onChange({ search: event.target.value })}
        className="min-w-44 flex-1"
      />
      <Segmented
        label={t('promise')}
        value={query.state}
        options={freshnessStates.map((state) => ({ value: state, label: t(stateWords[state]) }))}
        onChange={(state) => onChange({ state })}
      />
      {/* Phones have no head of a column for each. */}
      <Select
        aria-label={t('order')}
        value={query.sort}
        className="basis-full sm:hidden"
        onChange={(event) => {
          const sort = freshnessSorts.find((each) => each === event.target.value)
          if (sort !== undefined) onChange({ sort })
        }}
      >
        {freshnessSorts.map((sort) => (
          <option key={sort} value={sort}>
            {t(sortWords[sort])}
          </option>
        ))}
      </Select>
    </div>
  )
}
