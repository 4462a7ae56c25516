'use client'

import { useState, type FormEvent } from 'react'
import { useFieldErrors } from '#components/ui/form/error-text.ts'
import { Field, FormFault, TextInput } from '#components/ui/form/field.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { showToast } from '#components/ui/open/toast.tsx'
import { SaveOrCancel } from '#components/ui/form/save-or-cancel.tsx'
import {
  integrationKinds,
  secretFields,
  serviceOf,
  type IntegrationField,
  type IntegrationKind,
  type IntegrationRequest,
} from '#lib/api/integrations/integration-fields.ts'
import type { IntegrationItem } from '#lib/api/integrations/integrations.ts'
import { useSaveIntegration } from '#lib/queries/integrations.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { longestName } from '#lib/text/names.ts'

type FormProps = {
  /** Null: a new one. */
  readonly integration: IntegrationItem | null
  readonly onClose: () => void
}
type Typed = Partial<Record<IntegrationField | 'name', string>>

const fieldWords = {
  url: 'url',
  username: 'username',
  password: 'password',
  token: 'token',
  clientId: 'clientId',
  clientSecret: 'clientSecret',
} as const

/** Adds an account at a service, or changes it; secrets that are left empty stay. */
export function IntegrationForm({ integration, onClose }: FormProps) {
  const t = useWords('integrations')
  const save = useSaveIntegration()
  const [kind, setKind] = useState<IntegrationKind>(integration?.kind ?? 'readwise')
  const service = serviceOf(kind)
  const errors = useFieldErrors(save.error, ['name', ...service.fields])
  const [typed, setTyped] = useState<Typed>(() => startOf(integration))
  const name = typed.name?.trim() || service.name
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const given = givenOf(kind, typed, integration)
    // The server checks that each kind has what it needs, and names what is missing.
    const wanted =
      integration === null
        ? { id: null, integration: { kind, name, ...given } as IntegrationRequest }
        : { id: integration.id, change: { name, ...given } }
    save.mutate(wanted, {
      onSuccess: () => {
        showToast(t('saved', { name }))
        onClose()
      },
    })
  }
  return (
    <form
      onSubmit={onSubmit}
      onChange={errors.forget}
      className="my-3 flex flex-col gap-4 rounded-3 border border-line bg-paper p-4"
    >
      <div className="flex flex-wrap gap-4">
        {integration === null && (
          <Field label={t('service')} className="basis-44">
            <Select
              value={kind}
              onChange={({ target }) =>
                setKind(integrationKinds.find((each) => each === target.value) ?? kind)
              }
            >
              {integrationKinds.map((each) => (
                <option key={each} value={each}>
                  {serviceOf(each).name}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Field label={t('name')} error={errors.at('name')} className="flex-1 basis-52">
          <TextInput
            value={typed.name ?? ''}
            maxLength={longestName.other}
            placeholder={service.name}
            onChange={({ target }) => setTyped({ ...typed, name: target.value })}
          />
        </Field>
      </div>
      {service.hint !== undefined && <p className="text-12 text-ink-2">{t(service.hint)}</p>}
      <AccountFields
        kind={kind}
        typed={typed}
        isNew={integration === null}
        errorAt={errors.at}
        onType={setTyped}
      />
      <FormFault>{errors.rest}</FormFault>
      <div className="flex gap-2">
        <SaveOrCancel disabled={save.isPending} onCancel={onClose} />
      </div>
    </form>
  )
}

type AccountFieldsProps = {
  readonly kind: IntegrationKind
  readonly typed: Typed
  readonly isNew: boolean
  readonly errorAt: (field: string) => string | null
  readonly onType: (typed: Typed) => void
}

function AccountFields({ kind, typed, isNew, errorAt, onType }: AccountFieldsProps) {
  const t = useWords('integrations')
  const { fields, mayLack = [] } = serviceOf(kind)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {fields.map((field) => {
        const hint = isNew || !isSecret(field) ? undefined : t('secretStays')
        const isNeeded = !isSecret(field) || (isNew && !mayLack.includes(field))
        return (
          <Field key={field} label={t(fieldWords[field])} hint={hint} error={errorAt(field)}>
            <TextInput
              dir="ltr"
              type={typeOf(field)}
              required={isNeeded}
              autoComplete="off"
              spellCheck={false}
              {...(field === 'url' ? { placeholder: 'https://' } : {})}
              value={typed[field] ?? ''}
              onChange={({ target }) => onType({ ...typed, [field]: target.value })}
            />
          </Field>
        )
      })}
    </div>
  )
}

function isSecret(field: IntegrationField): boolean {
  return (secretFields as readonly string[]).includes(field)
}

function typeOf(field: IntegrationField): 'url' | 'password' | 'text' {
  if (field === 'url') return 'url'
  return isSecret(field) ? 'password' : 'text'
}

function startOf(integration: IntegrationItem | null): Typed {
  if (integration === null) return {}
  const { name, url, username, clientId } = integration
  return { name, url: url ?? '', username: username ?? '', clientId: clientId ?? '' }
}

/** The typed values of the kind; of one that is changed only those that are other than before. */
function givenOf(kind: IntegrationKind, typed: Typed, integration: IntegrationItem | null): Typed {
  const before = startOf(integration)
  const given = serviceOf(kind).fields.flatMap((field) => {
    const value = typed[field] ?? ''
    return value === '' || value === before[field] ? [] : [[field, value] as const]
  })
  return Object.fromEntries(given)
}
