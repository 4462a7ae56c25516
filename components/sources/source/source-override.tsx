'use client'

import { useEffect, useState, type FormEvent } from 'react'
import type { SourceDetail } from '#lib/api/sources/sources.ts'
import { changedFrom, isEmpty } from '#components/ui/form/changed-from.ts'
import { Button } from '#components/ui/form/button.tsx'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { Field, TextInput } from '#components/ui/form/field.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import type { PollOverride, OverridePreviewRequest } from '#lib/api/server/poll-override.ts'
import { useFixPolling, useOverridePreview } from '#lib/queries/admin/admin.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { MINUTE_MS } from '#lib/policy/basics/time.ts'
import { keptForDays, betweenPollsMs } from '#lib/api/parts/limits.ts'
import { OverrideEffect } from './override-effect.tsx'

/** After the last change, so that typing does not ask with every digit. */
const previewAfterMs = 300

/** For admins: how this source is polled whatever its weight, and how long its postings are kept; with what that does, before it is saved. */
export function SourceOverride({ source }: { readonly source: SourceDetail }) {
  const t = useWords('sources')
  const common = useWords('common')
  const { hatch: override } = source
  const [isPaused, setIsPaused] = useState(override.isPaused)
  const [fixed, setFixed] = useState(minutesText(override.fixedIntervalMs))
  const [greatest, setGreatest] = useState(minutesText(override.greatestDelayMs))
  const fixedMs = parseMinutes(fixed)
  const greatestMs = parseMinutes(greatest)
  const [keep, setKeep] = useState(override.keepDays === null ? '' : String(override.keepDays))
  const keepDays = parseDays(keep)
  const isWrong = fixedMs === undefined || greatestMs === undefined || keepDays === undefined
  const wanted: PollOverride | null = isWrong
    ? null
    : { isPaused, fixedIntervalMs: fixedMs, greatestDelayMs: greatestMs, keepDays }
  const changed = wanted === null ? {} : changedFrom(override, wanted)
  const preview = useOverridePreview()
  const { mutate: ask } = preview
  const asked = wanted === null ? null : JSON.stringify({ id: source.id, ...wanted })
  useEffect(() => {
    if (asked === null) return
    const timer = setTimeout(() => ask(JSON.parse(asked) as OverridePreviewRequest), previewAfterMs)
    return () => clearTimeout(timer)
  }, [ask, asked])
  const change = useFixPolling()
  const failed = (error: unknown) => showError(t('overrideNotSaved'), error)
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (wanted === null || isEmpty(changed)) return
    const before = changedFrom(wanted, override)
    const undo = () => void change.mutateAsync({ id: source.id, ...before }).catch(failed)
    change
      .mutateAsync({ id: source.id, ...changed })
      .then(() => showToast(t('overrideSaved'), { label: common('undo'), run: undo }))
      .catch(failed)
  }
  return (
    <section>
      <SectionHead title={t('override')} />
      <form
        aria-label={t('override')}
        onSubmit={onSubmit}
        className="flex flex-wrap items-end gap-x-7 gap-y-3 rounded-3 border border-line bg-paper px-5 py-4"
      >
        <Checkbox
          label={t('pauseOne')}
          checked={isPaused}
          onChange={(event) => setIsPaused(event.target.checked)}
        />
        <Minutes label={t('fixedInterval')} text={fixed} onChange={setFixed} />
        <Minutes label={t('greatestDelay')} text={greatest} onChange={setGreatest} />
        <Field label={t('keepDays')} error={keepDays === undefined ? t('daysWrong') : undefined}>
          <TextInput
            inputMode="numeric"
            value={keep}
            onChange={(event) => setKeep(event.target.value)}
            className="w-28"
          />
        </Field>
        <Button type="submit" size="small" variant="solid" disabled={isEmpty(changed) || change.isPending}>
          {common('save')}
        </Button>
        <OverrideEffect preview={preview.data ?? null} failure={preview.error} />
        <p className="w-full text-12 text-ink-3">{t('overrideHint')}</p>
      </form>
    </section>
  )
}

type MinutesProps = {
  readonly label: string
  readonly text: string
  readonly onChange: (text: string) => void
}

function Minutes({ label, text, onChange }: MinutesProps) {
  const t = useWords('sources')
  return (
    <Field label={label} error={parseMinutes(text) === undefined ? t('minutesWrong') : undefined}>
      <TextInput
        inputMode="decimal"
        value={text}
        onChange={(event) => onChange(event.target.value)}
        className="w-28"
      />
    </Field>
  )
}

function minutesText(ms: number | null): string {
  return ms === null ? '' : String(ms / MINUTE_MS)
}

/** In ms; null: nothing was typed; undefined: not 1 minute to 28 days. */
function parseMinutes(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const ms = Number(text.trim().replace(',', '.')) * MINUTE_MS
  return ms >= betweenPollsMs.least && ms <= betweenPollsMs.most ? Math.round(ms) : undefined
}

/** null: nothing was typed; undefined: not a number of days that may be. */
function parseDays(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const days = Number(text.trim())
  return Number.isInteger(days) && days >= keptForDays.least && days <= keptForDays.most ? days : undefined
}
