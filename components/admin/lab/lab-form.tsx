'use client'

import { useState, type FormEvent } from 'react'
import { labBudgets, labEnds, labPolicies, labWeights } from '#lib/api/parts/choices.ts'
import type { LabEnd, LabPolicy, LabWeights } from '#lib/api/server/lab.ts'
import { Button } from '#components/ui/form/button.tsx'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { Field, TextInput } from '#components/ui/form/field.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import { useStartLabRun } from '#lib/queries/admin/lab.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { usePolicyWords } from '#components/admin/shared/lab-words.ts'

const spans = [1, 2, 3, 7, 14, 28] as const
/** The policies that are compared unless somebody chooses: the four that can be switched to, and the usual measure of the literature. */
const usualPolicies: readonly LabPolicy[] = [
  'price',
  'minimum-delay',
  'mavsync',
  'uniform',
  'allocation-only',
]
const weightWords = { now: 'weightsNow', alike: 'alike', subscribers: 'subscribersOnly' } as const

const endWords = { midnight: 'untilMidnight', now: 'untilNow' } as const

/** The usual ones; those of the literature stand behind a word. */
const shownAtFirst = usualPolicies.length

type LabFormProps = { readonly isBusy: boolean; readonly onStarted: (id: number) => void }

/** The data that is to be replayed. */
export function LabForm({ isBusy, onStarted }: LabFormProps) {
  const t = useWords('lab')
  const words = usePolicyWords()
  const start = useStartLabRun()
  const [days, setDays] = useState(7)
  const [until, setUntil] = useState<LabEnd>('midnight')
  const [search, setSearch] = useState('')
  const [weights, setWeights] = useState<LabWeights>('now')
  const [chosen, setChosen] = useState<ReadonlySet<LabPolicy>>(new Set(usualPolicies))
  function toggle(policy: LabPolicy) {
    const next = new Set(chosen)
    if (!next.delete(policy)) next.add(policy)
    setChosen(next)
  }
  const checkboxOf = (policy: LabPolicy) => (
    <Checkbox
      key={policy}
      title={words(policy).effect}
      label={words(policy).name}
      checked={chosen.has(policy)}
      onChange={() => toggle(policy)}
    />
  )
  function submit(event: FormEvent) {
    event.preventDefault()
    start.mutate(
      {
        policies: labPolicies.filter((each) => chosen.has(each)),
        budgets: [...labBudgets],
        days,
        until,
        weights,
        search,
      },
      {
        onSuccess: ({ id }) => onStarted(id),
        onError: (error) => showError(t('startFailed'), error),
      },
    )
  }
  return (
    <form onSubmit={submit} className="border-y border-line py-4">
      <div className="grid grid-cols-[0.8fr_1fr_1.2fr_1fr_auto] items-end gap-3 max-lg:grid-cols-2 max-sm:grid-cols-1">
        <Field label={t('history')}>
          <Select value={days} onChange={(event) => setDays(Number(event.target.value))}>
            {spans.map((span) => (
              <option key={span} value={span}>
                {t('span', { count: span })}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('spanEnd')}>
          <Select
            value={until}
            onChange={(event) => setUntil(labEnds.find((end) => end === event.target.value) ?? 'midnight')}
          >
            {labEnds.map((end) => (
              <option key={end} value={end}>
                {t(endWords[end])}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('sources')}>
          <TextInput
            value={search}
            maxLength={200}
            placeholder={t('sourcesContaining')}
            onChange={(event) => setSearch(event.target.value)}
          />
        </Field>
        <Field label={t('weights')}>
          <Select value={weights} onChange={(event) => setWeights(weightsOf(event.target.value))}>
            {labWeights.map((each) => (
              <option key={each} value={each}>
                {t(weightWords[each])}
              </option>
            ))}
          </Select>
        </Field>
        <Button type="submit" variant="solid" disabled={isBusy || start.isPending || chosen.size === 0}>
          {t('replay')}
        </Button>
      </div>
      <fieldset className="mt-4">
        <legend className="font-[550]">{t('addPolicies')}</legend>
        <div className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1.5">
          {labPolicies.slice(0, shownAtFirst).map(checkboxOf)}
        </div>
        <details className="mt-1.5">
          <summary className="cursor-pointer text-ink-2 pointer-coarse:min-h-11">{t('morePolicies')}</summary>
          <div className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1.5">
            {labPolicies.slice(shownAtFirst).map(checkboxOf)}
          </div>
        </details>
      </fieldset>
    </form>
  )
}

function weightsOf(value: string): LabWeights {
  return labWeights.find((each) => each === value) ?? 'now'
}
