'use client'

import { useState, type FormEvent } from 'react'
import type { PublisherLimitItem } from '#lib/api/server/hosts.ts'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { Field, FormFault, TextInput } from '#components/ui/form/field.tsx'
import { useFieldErrors } from '#components/ui/form/error-text.ts'
import { showToast } from '#components/ui/open/toast.tsx'
import { useEscape } from '#components/ui/open/use-escape.ts'
import { SaveOrCancel } from '#components/ui/form/save-or-cancel.tsx'
import { useSetPublisherLimit } from '#lib/queries/admin/hosts.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { MINUTE_MS } from '#lib/policy/basics/time.ts'
import { betweenPollsMs } from '#lib/api/parts/limits.ts'

type PublisherLimitFormProps = {
  /** Null: a new one. */
  readonly limit: PublisherLimitItem | null
  readonly onClose: () => void
}

/** The limit of a host: a least time between polls, requests an hour, or not to be polled. */
export function PublisherLimitForm({ limit, onClose }: PublisherLimitFormProps) {
  const t = useWords('admin')
  const [host, setHost] = useState(limit?.host ?? '')
  const [minutes, setMinutes] = useState(textOf(limit?.leastIntervalMs, MINUTE_MS))
  const [perHour, setPerHour] = useState(textOf(limit?.requestsPerHour, 1))
  const [isOptedOut, setIsOptedOut] = useState(limit?.isOptedOut ?? false)
  const [evidence, setEvidence] = useState(limit?.evidence ?? '')
  const save = useSetPublisherLimit()
  const form = useEscape<HTMLFormElement>(onClose)
  const least = numberIn(minutes, 1, betweenPollsMs.most / MINUTE_MS)
  const requests = numberIn(perHour, 1, 3_600)
  const isWrong = least === 'wrong' || requests === 'wrong' || host.trim() === ''
  const errors = useFieldErrors(save.error, [
    'leastIntervalMs',
    'requestsPerHour',
    'evidence',
    ...(limit === null ? ['host'] : []),
  ])
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (least === 'wrong' || requests === 'wrong' || host.trim() === '') return
    const leastIntervalMs = least === null ? null : Math.round(least * MINUTE_MS)
    save.mutate(
      { host, leastIntervalMs, requestsPerHour: requests, isOptedOut, evidence },
      {
        onSuccess: () => {
          showToast(t('limitSaved'))
          onClose()
        },
      },
    )
  }
  return (
    <form
      ref={form}
      onSubmit={onSubmit}
      onChange={errors.forget}
      aria-label={limit === null ? t('newLimit') : t('limitOf', { host: limit.host })}
      className="my-4 space-y-4 rounded-3 border border-line bg-paper p-5 max-sm:p-4"
    >
      {limit === null && (
        <Field label={t('domain')} hint={t('domainHint')} error={errors.at('host')}>
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
        label={t('doNotPoll')}
        checked={isOptedOut}
        onChange={(event) => setIsOptedOut(event.target.checked)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('leastInterval')}
          hint={t('emptyNoLimit')}
          error={least === 'wrong' ? t('limitMinutesWrong') : errors.at('leastIntervalMs')}
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
          label={t('mostRequests')}
          hint={t('emptyNoLimit')}
          error={requests === 'wrong' ? t('mostRequestsWrong') : errors.at('requestsPerHour')}
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
      <Field label={t('evidence')} error={errors.at('evidence')}>
        <TextInput value={evidence} maxLength={300} onChange={(event) => setEvidence(event.target.value)} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <SaveOrCancel disabled={isWrong || save.isPending} onCancel={onClose} />
      </div>
      <FormFault>{errors.rest}</FormFault>
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
