'use client'

import { useState, type FormEvent } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { Field, FormFault, TextInput } from '#components/ui/form/field.tsx'
import { showToast } from '#components/ui/open/toast.tsx'
import { useChangeSettings } from '#lib/queries/admin/admin.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { useFieldErrors } from '#components/ui/form/error-text.ts'
import type { ServerSettings } from '#lib/api/server/admin.ts'
import { HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import { betweenPollsMs } from '#lib/api/parts/limits.ts'

type BoundsFormProps = Pick<
  ServerSettings,
  'budgetPerDay' | 'checksPerSource' | 'minIntervalMs' | 'maxStalenessMs' | 'overflowRisk'
>
type Typed = {
  readonly most?: string
  readonly minutes?: string
  readonly hours?: string
  readonly percent?: string
}

/** The least and the greatest time between two polls of a source, and the chance that it loses postings between them. */
export function BoundsForm(settings: BoundsFormProps) {
  const { minIntervalMs, maxStalenessMs, overflowRisk } = settings
  const t = useWords('admin')
  const common = useWords('common')
  const [typed, setTyped] = useState<Typed>({})
  const { minutes = String(minIntervalMs / MINUTE_MS), hours = String(maxStalenessMs / HOUR_MS) } = typed
  const { percent = String(Number((overflowRisk * 100).toPrecision(6))) } = typed
  const { most = String(settings.budgetPerDay) } = typed
  // A fixed budget is changed beside the sources.
  const hasCeiling = (settings.checksPerSource ?? 0) > 0
  const change = useChangeSettings()
  const errors = useFieldErrors(change.error, [
    'minIntervalMs',
    'maxStalenessMs',
    'overflowRisk',
    ...(hasCeiling ? ['budgetPerDay'] : []),
  ])
  const ceiling = inRange(most, 1, 100_000_000)
  const interval = inRange(minutes, 1, 1440)
  const staleness = inRange(hours, 1, betweenPollsMs.most / HOUR_MS)
  const risk = inRange(percent, 0.01, 50)
  const isChanged = Object.keys(typed).length > 0
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (ceiling === null || interval === null || staleness === null || risk === null) return
    change.mutate(
      {
        minIntervalMs: Math.round(interval * MINUTE_MS),
        maxStalenessMs: Math.round(staleness * HOUR_MS),
        overflowRisk: risk / 100,
        ...(hasCeiling && { budgetPerDay: Math.round(ceiling) }),
      },
      {
        onSuccess: () => {
          setTyped({})
          showToast(t('boundsSaved'))
        },
      },
    )
  }
  return (
    <form onSubmit={onSubmit} onChange={errors.forget} className="space-y-4">
      {hasCeiling && (
        <Field
          label={t('mostPolls')}
          hint={t('mostPollsHint')}
          error={ceiling === null ? t('mostPollsWrong') : errors.at('budgetPerDay')}
        >
          <TextInput
            inputMode="numeric"
            value={most}
            onChange={(event) => setTyped({ ...typed, most: event.target.value })}
            className="w-28"
          />
        </Field>
      )}
      <Field
        label={t('leastInterval')}
        hint={t('leastIntervalHint')}
        error={interval === null ? t('leastIntervalWrong') : errors.at('minIntervalMs')}
      >
        <TextInput
          inputMode="decimal"
          value={minutes}
          onChange={(event) => setTyped({ ...typed, minutes: event.target.value })}
          className="w-28"
        />
      </Field>
      <Field
        label={t('greatestStaleness')}
        hint={t('greatestStalenessHint')}
        error={staleness === null ? t('greatestStalenessWrong') : errors.at('maxStalenessMs')}
      >
        <TextInput
          inputMode="decimal"
          value={hours}
          onChange={(event) => setTyped({ ...typed, hours: event.target.value })}
          className="w-28"
        />
      </Field>
      <Field
        label={t('overflowRisk')}
        hint={t('overflowRiskHint')}
        error={risk === null ? t('overflowRiskWrong') : errors.at('overflowRisk')}
      >
        <TextInput
          inputMode="decimal"
          value={percent}
          onChange={(event) => setTyped({ ...typed, percent: event.target.value })}
          className="w-28"
        />
      </Field>
      <Button
        type="submit"
        variant="solid"
        disabled={
          !isChanged ||
          ceiling === null ||
          interval === null ||
          staleness === null ||
          risk === null ||
          change.isPending
        }
      >
        {common('save')}
      </Button>
      <FormFault>{errors.rest}</FormFault>
    </form>
  )
}

function inRange(text: string, least: number, most: number): number | null {
  const value = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && value >= least && value <= most ? value : null
}
