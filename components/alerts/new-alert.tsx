'use client'

import { useSearchParams } from 'next/navigation'
import { useId, useRef, useState, type FormEvent, type RefObject } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { useFieldErrors, useUntilChanged } from '#components/ui/form/error-text.ts'
import { Field, FormFault, TextInput } from '#components/ui/form/field.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { Dialog, DialogClose } from '#components/ui/open/dialog.tsx'
import { showToast } from '#components/ui/open/toast.tsx'
import { stepHistory } from '#components/ui/step-history.ts'
import type { AlertAbout, AlertChannelItem } from '#lib/api/alerts/alerts.ts'
import { ticked } from '#lib/queries/alerts/alert-changes.ts'
import { useAlertPreview, useCreateAlert } from '#lib/queries/alerts/alerts.ts'
import { useFolders } from '#lib/queries/organising/folders.ts'
import { useSubscriptions } from '#lib/queries/organising/subscriptions.ts'
import { useViews } from '#lib/queries/organising/views.ts'
import { cutName } from '#lib/text/names.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { parseAbout } from './about-address.ts'
import { kindWords } from './alert-words.ts'
import { AlertEffect } from './alert-effect.tsx'
import { ChannelChoice } from './channel-choice.tsx'
import { useAboutName } from './use-about-name.ts'

type Kind = AlertAbout['kind']
const kinds = ['source', 'folder', 'view', 'query', 'promise'] as const
const usualHours = 6

type NewAlertProps = {
  readonly channels: readonly AlertChannelItem[]
  readonly className?: string
}

/**
 * The button that opens the dialog of a new alert. An address that asks for an alert opens it, too, and asks no more once the dialog is
 * closed: reloading the page, or coming back to it, would open it again.
 */
export function NewAlert({ channels, className }: NewAlertProps) {
  const t = useWords('alerts')
  const asked = parseAbout(Object.fromEntries(useSearchParams()))
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const onClose = () => {
    setOpen(false)
    if (asked !== null) stepHistory('replace', location.pathname + location.hash)
  }
  return (
    <>
      <Button ref={button} variant="solid" className={className} onClick={() => setOpen(true)}>
        {t('newAlert')}
      </Button>
      {(isOpen || asked !== null) && (
        // Another alert that is asked for is another form.
        <AlertDialog
          key={JSON.stringify(asked)}
          asked={asked}
          channels={channels}
          button={button}
          onClose={onClose}
        />
      )}
    </>
  )
}

type AlertDialogProps = Omit<NewAlertProps, 'className'> & {
  readonly asked: AlertAbout | null
  readonly button: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
}

/** Says before it makes an alert what that would do. It stays open with the reason when the alert was not made. */
function AlertDialog({ asked, channels, button, onClose }: AlertDialogProps) {
  const t = useWords('alerts')
  const common = useWords('common')
  const formId = useId()
  const nameOf = useAboutName()
  const create = useCreateAlert()
  const [about, setAbout] = useState<AlertAbout | null>(asked)
  const [kind, setKind] = useState<Kind>(asked?.kind ?? 'source')
  const [chosen, setChosen] = useState<readonly number[] | null>(null)
  const channelIds = chosen ?? channels.filter(({ endedAt }) => endedAt === null).map(({ id }) => id)
  const preview = useAlertPreview(about)
  // The preview asks again when the words change, so that its refusal stays with them.
  const [refused, forget] = useUntilChanged(create.error)
  const errors = useFieldErrors(refused ?? preview.error, ['query', 'hours'])
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (about === null) return
    const name = cutName(nameOf(about), 'other') || t('alert')
    create.mutate(
      { name, about, channelIds: [...channelIds], isOn: true },
      {
        onSuccess: () => {
          showToast(t('made', { name }))
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      returnTo={button}
      title={t('newAlert')}
      description={t('lede')}
      footer={
        <>
          <DialogClose>
            <Button variant="quiet">{common('cancel')}</Button>
          </DialogClose>
          <Button type="submit" form={formId} variant="solid" disabled={about === null || create.isPending}>
            {t('make')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={onSubmit} onChange={forget} className="flex flex-col gap-4">
        <div className="flex flex-wrap gap-3">
          <Field label={t('tellOf')} className="basis-48">
            <Select
              value={kind}
              onChange={({ target }) => {
                const next = kinds.find((each) => each === target.value) ?? 'source'
                setKind(next)
                setAbout(next === 'promise' ? { kind: next, hours: usualHours } : null)
              }}
            >
              {kinds.map((each) => (
                <option key={each} value={each}>
                  {t(kindWords[each])}
                </option>
              ))}
            </Select>
          </Field>
          <AboutField
            kind={kind}
            about={about}
            error={errors.at(kind === 'query' ? 'query' : 'hours')}
            onChange={setAbout}
          />
        </div>
        <ChannelChoice
          channels={channels}
          chosen={channelIds}
          onTick={(id, isChosen) => setChosen(ticked(channelIds, id, isChosen))}
        />
        {preview.data !== undefined && <AlertEffect preview={preview.data} />}
        <FormFault>{errors.rest}</FormFault>
      </form>
    </Dialog>
  )
}

type AboutFieldProps = {
  readonly kind: Kind
  readonly about: AlertAbout | null
  readonly error: string | null
  readonly onChange: (about: AlertAbout | null) => void
}

/** The source, folder or view; the words of a search; the hours of a broken promise. */
function AboutField({ kind, about, error, onChange }: AboutFieldProps) {
  const t = useWords('alerts')
  switch (kind) {
    case 'query':
      return <QueryField about={about} error={error} onChange={onChange} />
    case 'promise': {
      const hours = about?.kind === 'promise' ? about.hours : usualHours
      return (
        <Field label={t('afterHours')} error={error} className="basis-40">
          <TextInput
            type="number"
            min={1}
            max={168}
            required
            value={hours}
            onChange={({ target }) => onChange({ kind, hours: Number(target.value) })}
          />
        </Field>
      )
    }
    case 'source':
    case 'folder':
    case 'view':
      return <PlaceField kind={kind} about={about} onChange={onChange} />
    default:
      return kind satisfies never
  }
}

function QueryField({ about, error, onChange }: Omit<AboutFieldProps, 'kind'>) {
  const t = useWords('alerts')
  const query = about?.kind === 'query' ? about : null
  return (
    <Field label={t('words')} hint={t('wordsHint')} error={error} className="flex-1 basis-60">
      <TextInput
        value={query?.query ?? ''}
        maxLength={2000}
        onChange={({ target }) => {
          const place = query ?? { kind: 'query' }
          onChange(target.value === '' ? null : { ...place, kind: 'query', query: target.value })
        }}
      />
    </Field>
  )
}

function PlaceField({
  kind,
  about,
  onChange,
}: Omit<AboutFieldProps, 'error'> & { readonly kind: 'source' | 'folder' | 'view' }) {
  const t = useWords('alerts')
  const subscriptions = useSubscriptions().data ?? []
  const folders = useFolders().data ?? []
  const views = useViews().data ?? []
  const options = {
    source: subscriptions.map(({ sourceId: id, title }) => ({ id, name: title })),
    folder: folders,
    view: views,
  }[kind]
  return (
    <Field label={t(kindWords[kind])} className="flex-1 basis-60">
      <Select value={idOf(about) ?? ''} onChange={({ target }) => onChange(placeOf(kind, target.value))}>
        <option value="">{t('choose')}</option>
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function idOf(about: AlertAbout | null): number | null {
  if (about?.kind === 'source') return about.sourceId
  if (about?.kind === 'folder') return about.folderId
  return about?.kind === 'view' ? about.viewId : null
}

function placeOf(kind: 'source' | 'folder' | 'view', value: string): AlertAbout | null {
  if (value === '') return null
  const id = Number(value)
  if (kind === 'source') return { kind, sourceId: id }
  return kind === 'folder' ? { kind, folderId: id } : { kind, viewId: id }
}
