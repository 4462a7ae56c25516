'use client'

import { useState, type FormEvent } from 'react'
import type { ServerSettings } from '#lib/api/admin.ts'
import { Button } from '#components/ui/button.tsx'
import { Field, TextInput } from '#components/ui/field.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { useChangeSettings } from '#lib/queries/admin.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

type BoundsFormProps = Pick<ServerSettings, 'minIntervalMs' | 'maxStalenessMs' | 'overflowRisk'>
type Typed = { readonly minutes?: string; readonly hours?: string; readonly percent?: string }

/** The least and the greatest time between two polls of a source, and the chance that it loses postings between them. */
export function BoundsForm({ minIntervalMs, maxStalenessMs, overflowRisk }: BoundsFormProps) {
  const [typed, setTyped] = useState<Typed>({})
  const { minutes = String(minIntervalMs / minuteMs), hours = String(maxStalenessMs / hourMs) } = typed
  const { percent = String(Number((overflowRisk * 100).toPrecision(6))) } = typed
  const change = useChangeSettings()
  const interval = inRange(minutes, 1, 1440)
  const staleness = inRange(hours, 1, 28 * 24)
  const risk = inRange(percent, 0.01, 50)
  const isChanged = Object.keys(typed).length > 0
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (interval === null || staleness === null || risk === null) return
    change.mutate(
      {
        minIntervalMs: Math.round(interval * minuteMs),
        maxStalenessMs: Math.round(staleness * hourMs),
        overflowRisk: risk / 100,
      },
      {
        onSuccess: () => {
          setTyped({})
          showToast('Bounds saved')
        },
      },
    )
  }
  return (
    <form onSubmit={onSubmit} className="space-y-4">
      <Field
        label="Least time between two polls of a source, in minutes"
        hint="Usual: 10. Publishers may ask for more, and are heard."
        error={interval === null ? 'A number of minutes from 1 to 1,440.' : undefined}
      >
        <TextInput
          inputMode="decimal"
          value={minutes}
          onChange={(event) => setTyped({ ...typed, minutes: event.target.value })}
          className="w-28"
        />
      </Field>
      <Field
        label="Greatest time without a poll, in hours"
        hint="Usual: 24. Even a source that seldom posts is polled as often as this."
        error={staleness === null ? 'A number of hours from 1 to 672.' : undefined}
      >
        <TextInput
          inputMode="decimal"
          value={hours}
          onChange={(event) => setTyped({ ...typed, hours: event.target.value })}
          className="w-28"
        />
      </Field>
      <Field
        label="Greatest chance that a document loses postings between two polls, in percent"
        hint="Usual: 1. Less takes polls from other sources."
        error={risk === null ? 'A number of percent from 0.01 to 50.' : undefined}
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
        disabled={!isChanged || interval === null || staleness === null || risk === null || change.isPending}
      >
        Save
      </Button>
      <p role="alert" className="text-broken empty:hidden">
        {change.error?.message}
      </p>
    </form>
  )
}

function inRange(text: string, least: number, most: number): number | null {
  const value = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && value >= least && value <= most ? value : null
}
