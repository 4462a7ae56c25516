import { freshnessStates, type FreshnessQuery } from '#lib/api/freshness.ts'
import { TextInput } from '#components/ui/field.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { useWords } from '#lib/words/use-words.tsx'

const stateWords = {
  all: 'stateAll',
  broken: 'stateBroken',
  kept: 'stateKept',
  learning: 'stateLearning',
} as const

type FreshnessFilterProps = {
  readonly query: FreshnessQuery
  readonly onChange: (part: Partial<FreshnessQuery>) => void
}

/** Which of the sources are shown: by a part of their name, by their promise. */
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
    </div>
  )
}
