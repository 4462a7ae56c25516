'use client'

import { useEffect, useState, type FormEvent } from 'react'
import { formulaRanges } from '#lib/api/parts/limits.ts'
import type { WeightFormulaRequest } from '#lib/api/server/weight-formula.ts'
import { changedFrom, isEmpty } from '#components/ui/form/changed-from.ts'
import { useFieldErrors } from '#components/ui/form/error-text.ts'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import { FormFault } from '#components/ui/form/field.tsx'
import { SaveOrCancel } from '#components/ui/form/save-or-cancel.tsx'
import { useChangeSettings, useFormulaPreview } from '#lib/queries/admin/admin.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { FormulaEffect } from './formula-effect.tsx'
import { FormulaField } from './formula-field.tsx'
import type { ServerSettings } from '#lib/api/server/admin.ts'

/** After the last change, so that dragging does not ask with every step. */
const previewAfterMs = 300
const fields = [
  { name: 'popularity', hint: 'popularityHint', ...formulaRanges.popularity, step: 0.05 },
  { name: 'sayStrength', hint: 'sayStrengthHint', ...formulaRanges.sayStrength, step: 0.5 },
  { name: 'alertStrength', hint: 'alertStrengthHint', ...formulaRanges.alertStrength, step: 0.5 },
  { name: 'fairShare', hint: 'fairShareHint', ...formulaRanges.fairShare, step: 1 },
] as const

/** The formula of all weights. Each change shows its effect before it is saved. */
export function FormulaPanel({ settings }: { readonly settings: ServerSettings }) {
  const t = useWords('admin')
  const common = useWords('common')
  const { popularity, sayStrength, alertStrength, fairShare } = settings
  const stored: WeightFormulaRequest = { popularity, sayStrength, alertStrength, fairShare }
  const [edited, setEdited] = useState<Partial<WeightFormulaRequest> | null>(null)
  const change = useChangeSettings()
  const preview = useFormulaPreview()
  const errors = useFieldErrors(
    change.error,
    fields.map(({ name }) => name),
  )
  const { mutate: ask } = preview
  // What nobody moved follows what is stored, which somebody else may have changed.
  const shown: WeightFormulaRequest = { ...stored, ...edited }
  const changed = changedFrom(stored, shown)
  const asked = edited === null ? null : JSON.stringify(shown)
  useEffect(() => {
    if (asked === null) return
    const timer = setTimeout(() => ask(JSON.parse(asked) as WeightFormulaRequest), previewAfterMs)
    return () => clearTimeout(timer)
  }, [ask, asked])
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (isEmpty(changed)) return
    const before = changedFrom(shown, stored)
    const undo = () =>
      void change.mutateAsync(before).catch((error: unknown) => showError(t('formulaNotBack'), error))
    change.mutate(changed, {
      onSuccess: () => {
        showToast(t('formulaSaved'), { label: common('undo'), run: undo })
        setEdited(null)
      },
    })
  }
  function onCancel() {
    setEdited(null)
    errors.forget()
  }
  return (
    <form
      aria-label={t('weightFormula')}
      onSubmit={onSubmit}
      onChange={errors.forget}
      className="mt-3.5 border-t border-line py-3.5"
    >
      <h3 className="font-[620]">{t('weightFormula')}</h3>
      <p className="mb-3 text-12 text-ink-2">{t('formulaWords', shown)}</p>
      {fields.map(({ name, hint, ...bounds }) => (
        <FormulaField
          key={name}
          label={t(name)}
          hint={t(hint)}
          value={shown[name]}
          error={errors.at(name)}
          {...bounds}
          onChange={(value) => setEdited({ ...edited, [name]: value })}
        />
      ))}
      {edited !== null && (
        <>
          <FormulaEffect preview={preview.data ?? null} failure={preview.error} />
          <div className="mt-2 flex gap-1.5">
            <SaveOrCancel size="small" disabled={isEmpty(changed) || change.isPending} onCancel={onCancel} />
          </div>
          <FormFault>{errors.rest}</FormFault>
        </>
      )}
    </form>
  )
}
