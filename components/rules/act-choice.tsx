'use client'

import { useId } from 'react'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Select } from '#components/ui/form/select.tsx'
import type { RuleActsRequest } from '#lib/api/rules/rules.ts'
import { useIntegrations } from '#lib/queries/integrations.ts'
import { useLabels } from '#lib/queries/organising/labels.ts'
import { useWords } from '#lib/words/use-words.tsx'

type ActChoiceProps = {
  readonly acts: RuleActsRequest
  readonly errorAt: (field: string) => string | null
  readonly onChange: (acts: RuleActsRequest) => void
}

/** The acts of a rule on its finds. */
export function ActChoice({ acts, errorAt, onChange }: ActChoiceProps) {
  const t = useWords('rules')
  const id = useId()
  const labels = useLabels().data ?? []
  const error = errorAt('acts') ?? (labels.length === 0 ? errorAt('labelId') : null)
  const switches = [
    ['read', 'actRead'],
    ['star', 'actStar'],
    ['hide', 'actHide'],
    ['alert', 'actAlert'],
  ] as const
  return (
    <fieldset className="space-y-3" aria-describedby={error === null ? undefined : id}>
      <legend className="mb-1.5 font-[550]">{t('acts')}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {switches.map(([act, key]) => (
          <Checkbox
            key={act}
            label={t(key)}
            checked={acts[act]}
            onChange={({ target }) => onChange({ ...acts, [act]: target.checked })}
          />
        ))}
      </div>
      <p id={id} role={error === null ? undefined : 'alert'} className="text-12 text-broken empty:hidden">
        {error}
      </p>
      {labels.length > 0 && (
        <Field label={t('actLabel')} error={errorAt('labelId')} className="max-w-96">
          <Select
            value={acts.labelId ?? 'none'}
            onChange={({ target }) =>
              onChange({ ...acts, labelId: target.value === 'none' ? null : Number(target.value) })
            }
          >
            <option value="none">{t('noLabel')}</option>
            {labels.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <TargetChoice acts={acts} errorAt={errorAt} onChange={onChange} />
    </fieldset>
  )
}

/** The service that postings are sent to; one that is gone is shown until another is chosen. */
function TargetChoice({ acts, errorAt, onChange }: ActChoiceProps) {
  const t = useWords('rules')
  const integrations = useIntegrations()
  const targets = integrations.data ?? []
  const isGone =
    integrations.isSuccess && acts.sendTo !== null && !targets.some(({ id }) => id === acts.sendTo)
  if (targets.length === 0 && acts.sendTo === null) return null
  return (
    <Field
      label={t('actSendTo')}
      className="max-w-96"
      error={isGone ? t('integrationGone') : errorAt('sendTo')}
    >
      <Select
        value={acts.sendTo ?? 'none'}
        onChange={({ target }) =>
          onChange({ ...acts, sendTo: target.value === 'none' ? null : Number(target.value) })
        }
      >
        <option value="none">{t('noTarget')}</option>
        {isGone && <option value={acts.sendTo ?? 'none'}>{t('targetGone')}</option>}
        {targets.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}
