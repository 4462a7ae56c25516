'use client'

import { useState, type FormEvent } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field, TextInput } from '#components/ui/field.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { useChangeSettings } from '#lib/queries/admin.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

type BoundsFormProps = { readonly minIntervalMs: number; readonly maxStalenessMs: number }

/** The least and the greatest time between two polls of a source. */
export function BoundsForm({ minIntervalMs, maxStalenessMs }: BoundsFormProps) {
  const [typed, setTyped] = useState<{ readonly minutes?: string; readonly hours?: string }>({})
  const { minutes = String(minIntervalMs / minuteMs), hours = String(maxStalenessMs / hourMs) } = typed
  const change = useChangeSettings()
  const interval = inRange(minutes, 1, 1440)
  const staleness = inRange(hours, 1, 28 * 24)
  const isChanged = interval !== minIntervalMs / minuteMs || staleness !== maxStalenessMs / hourMs
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (interval === null || staleness === null) return
    change.mutate(
      { minIntervalMs: Math.round(interval * minuteMs), maxStalenessMs: Math.round(staleness * hourMs) },
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
      <Button
        type="submit"
        variant="solid"
        disabled={!isChanged || interval === null || staleness === null || change.isPending}
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
