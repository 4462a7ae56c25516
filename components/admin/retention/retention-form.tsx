'use client'

import { useEffect, useState, type FormEvent } from 'react'
import type { RetentionRules } from '#lib/api/server/retention.ts'
import { changedFrom, isEmpty } from '#components/ui/form/changed-from.ts'
import { useFieldErrors } from '#components/ui/form/error-text.ts'
import { showToast } from '#components/ui/open/toast.tsx'
import { SaveOrCancel } from '#components/ui/form/save-or-cancel.tsx'
import { useChangeSettings, useRetentionPreview } from '#lib/queries/admin/admin.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { keepsUnreadShorter, keptForDays } from '#lib/api/parts/limits.ts'
import { RetentionEffect } from './retention-effect.tsx'
import { RetentionField, ruleOf } from './retention-field.tsx'

/** After the last change, so that typing does not ask with every digit. */
const previewAfterMs = 500
const days = { ...keptForDays, mayBeEmpty: true }
const fields = [
  { name: 'keepReadDays', hint: 'keepReadDaysHint', unit: 'unitDays', ...days },
  { name: 'keepUnreadDays', hint: 'keepUnreadDaysHint', unit: 'unitDays', ...days },
  { name: 'keepUnsubscribedDays', hint: 'keepUnsubscribedDaysHint', unit: 'unitDays', ...days },
  {
    name: 'mostPostings',
    hint: 'mostPostingsHint',
    unit: 'unitPostings',
    ...days,
    least: 100,
    most: 10_000_000,
  },
  { name: 'searchableDays', hint: 'searchableDaysHint', unit: 'unitDays', ...days },
  {
    name: 'pollHistoryDays',
    hint: 'pollHistoryDaysHint',
    unit: 'unitDays',
    ...days,
    least: 30,
    most: 3_650,
    mayBeEmpty: false,
  },
] as const
type Texts = Readonly<Record<(typeof fields)[number]['name'], string>>

/** The rules, and what they would remove, before they are saved. */
export function RetentionForm({ rules }: { readonly rules: RetentionRules }) {
  const t = useWords('admin')
  const [typed, setTyped] = useState<Partial<Texts> | null>(null)
  const change = useChangeSettings()
  const errors = useFieldErrors(
    change.error,
    fields.map(({ name }) => name),
  )
  const preview = useRetentionPreview()
  const { mutate: ask, reset } = preview
  // What nobody typed into follows what is stored, which somebody else may have changed.
  const texts: Texts = { ...textsOf(rules), ...typed }
  const wanted = rulesOf(texts)
  const changed = wanted === null ? {} : changedFrom<RetentionRules>(rules, wanted)
  const asked = isEmpty(changed) ? null : JSON.stringify(wanted)
  useEffect(() => {
    reset()
    if (asked === null) return
    const timer = setTimeout(() => ask(JSON.parse(asked) as RetentionRules), previewAfterMs)
    return () => clearTimeout(timer)
  }, [ask, reset, asked])
  // What cannot be worked out, because there is too much, may be saved unseen.
  const isLookedAt = preview.isSuccess || preview.isError
  function errorOf({ name, ...bounds }: (typeof fields)[number]): string | undefined {
    const { least, most, mayBeEmpty } = bounds
    const isWrong = ruleOf(texts[name], bounds) === undefined
    if (isWrong) return t(mayBeEmpty ? 'ruleWrong' : 'numberWrong', { least, most })
    const isShort = name === 'keepUnreadDays' && wanted !== null && keepsUnreadShorter(wanted)
    return isShort ? t('unreadShorter') : undefined
  }
  const isRight = fields.every((field) => errorOf(field) === undefined)
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (isEmpty(changed) || !isRight || !isLookedAt) return
    change.mutate(changed, {
      onSuccess: () => {
        setTyped(null)
        showToast(t('rulesSaved'))
      },
    })
  }
  function onCancel() {
    setTyped(null)
    errors.forget()
  }
  return (
    <form onSubmit={onSubmit} onChange={errors.forget} aria-label={t('rules')}>
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {fields.map((field) => (
          <RetentionField
            key={field.name}
            label={t(field.name)}
            hint={t(field.hint)}
            unit={t(field.unit)}
            text={texts[field.name]}
            error={errorOf(field) ?? errors.at(field.name) ?? undefined}
            onChange={(text) => setTyped({ ...typed, [field.name]: text })}
          />
        ))}
      </div>
      {asked !== null && isRight && (
        <RetentionEffect preview={preview.data ?? null} failure={preview.error} />
      )}
      {typed !== null && (
        <div className="mt-4 flex gap-1.5">
          <SaveOrCancel disabled={!isLookedAt || !isRight || change.isPending} onCancel={onCancel} />
        </div>
      )}
      <p role="alert" className="mt-2 text-broken empty:hidden">
        {errors.rest}
      </p>
    </form>
  )
}

function textsOf(rules: RetentionRules): Texts {
  const entries = fields.map(({ name }) => [name, rules[name] === null ? '' : String(rules[name])])
  return Object.fromEntries(entries) as Texts
}

/** Null: something typed cannot be. */
function rulesOf(texts: Texts): RetentionRules | null {
  const entries = fields.map(({ name, ...bounds }) => [name, ruleOf(texts[name], bounds)] as const)
  if (entries.some(([, rule]) => rule === undefined)) return null
  return Object.fromEntries(entries) as RetentionRules
}
