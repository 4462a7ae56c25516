'use client'

import { useState, type FormEvent } from 'react'
import type { HostWishItem } from '#lib/api/hosts.ts'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Field, TextInput } from '#components/ui/field.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { useEscape } from '#components/ui/use-escape.ts'
import { ApiFailure } from '#lib/queries/request.ts'
import { useSetHostWish } from '#lib/queries/hosts.ts'

const minuteMs = 60_000
const mostMinutes = 28 * 24 * 60

type HostWishFormProps = {
  /** Null: a new one. */
  readonly wish: HostWishItem | null
  readonly onClose: () => void
}

/** What a host wishes: a least time between polls, requests an hour, or not to be polled. */
export function HostWishForm({ wish, onClose }: HostWishFormProps) {
  const [host, setHost] = useState(wish?.host ?? '')
  const [minutes, setMinutes] = useState(textOf(wish?.leastIntervalMs, minuteMs))
  const [perHour, setPerHour] = useState(textOf(wish?.requestsPerHour, 1))
  const [isOptedOut, setIsOptedOut] = useState(wish?.isOptedOut ?? false)
  const [evidence, setEvidence] = useState(wish?.evidence ?? '')
  const save = useSetHostWish()
  const form = useEscape<HTMLFormElement>(onClose)
  const least = numberIn(minutes, 1, mostMinutes)
  const requests = numberIn(perHour, 1, 3_600)
  const isWrong = least === 'wrong' || requests === 'wrong' || host.trim() === ''
  const hostError =
    save.error instanceof ApiFailure && save.error.field === 'host' ? save.error.message : undefined
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (least === 'wrong' || requests === 'wrong' || host.trim() === '') return
    const leastIntervalMs = least === null ? null : Math.round(least * minuteMs)
    save.mutate(
      { host, leastIntervalMs, requestsPerHour: requests, isOptedOut, evidence },
      {
        onSuccess: () => {
          showToast('Saved; its sources keep to it from now on')
          onClose()
        },
      },
    )
  }
  return (
    <form
      ref={form}
      onSubmit={onSubmit}
      aria-label={wish === null ? 'A new wish' : `The wish of ${wish.host}`}
      className="my-4 space-y-4 rounded-3 border border-line bg-paper p-5 max-sm:p-4"
    >
      {wish === null && (
        <Field label="Domain" hint="Or any address there." error={hostError}>
          <TextInput
            value={host}
            placeholder="example.org"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => setHost(event.target.value)}
          />
        </Field>
      )}
      <Checkbox
        label="Do not poll: its publisher does not want it"
        checked={isOptedOut}
        onChange={(event) => setIsOptedOut(event.target.checked)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Least time between two polls of a source, in minutes"
          hint="Empty: no wish."
          error={least === 'wrong' ? 'A number of minutes from 1 to 40,320.' : undefined}
        >
          <TextInput
            inputMode="decimal"
            value={minutes}
            disabled={isOptedOut}
            onChange={(event) => setMinutes(event.target.value)}
            className="w-28"
          />
        </Field>
        <Field
          label="Most requests an hour to the whole host"
          hint="Empty: no wish."
          error={requests === 'wrong' ? 'A number from 1 to 3,600.' : undefined}
        >
          <TextInput
            inputMode="decimal"
            value={perHour}
            disabled={isOptedOut}
            onChange={(event) => setPerHour(event.target.value)}
            className="w-28"
          />
        </Field>
      </div>
      <Field label="Where it is written, or who said it">
        <TextInput value={evidence} maxLength={300} onChange={(event) => setEvidence(event.target.value)} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="solid" disabled={isWrong || save.isPending}>
          Save
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
      <p role="alert" className="text-broken empty:hidden">
        {hostError === undefined || wish !== null ? save.error?.message : null}
      </p>
    </form>
  )
}

function textOf(value: number | null | undefined, unit: number): string {
  return value === null || value === undefined ? '' : String(value / unit)
}

/** Null: nothing was typed. */
function numberIn(text: string, least: number, most: number): number | 'wrong' | null {
  if (text.trim() === '') return null
  const value = Number(text.trim().replace(',', '.'))
  return value >= least && value <= most ? value : 'wrong'
}
