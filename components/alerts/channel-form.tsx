'use client'

import { useState, type FormEvent } from 'react'
import { ForAdmin } from '#components/ui/for-admin.tsx'
import { Button } from '#components/ui/form/button.tsx'
import { useFieldErrors } from '#components/ui/form/error-text.ts'
import { Field, TextInput } from '#components/ui/form/field.tsx'
import { Select } from '#components/ui/form/select.tsx'
import type { ChannelRequest } from '#lib/api/alerts/alerts.ts'
import { useCreateChannel } from '#lib/queries/alerts/alerts.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { cutName } from '#lib/text/names.ts'
import { channelWords } from './alert-words.ts'

type Kind = 'email' | 'webhook' | 'ntfy'
type Typed = { readonly url: string; readonly topic: string; readonly token: string }
const nothingTyped: Typed = { url: '', topic: '', token: '' }

/** Adds a mail address, a webhook or an ntfy topic. */
export function ChannelForm({ sendsMail }: { readonly sendsMail: boolean }) {
  const t = useWords('alerts')
  const common = useWords('common')
  const create = useCreateChannel()
  const errors = useFieldErrors(create.error, ['url', 'topic', 'token'])
  const kinds: readonly Kind[] = sendsMail ? ['email', 'webhook', 'ntfy'] : ['webhook', 'ntfy']
  const [kind, setKind] = useState<Kind>(kinds[0] ?? 'webhook')
  const [typed, setTyped] = useState(nothingTyped)
  const type = (part: Partial<Typed>) => setTyped({ ...typed, ...part })
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const wanted = requestOf(kind, typed, t(channelWords[kind]))
    create.mutate(wanted, { onSuccess: () => setTyped(nothingTyped) })
  }
  return (
    <form onSubmit={onSubmit} onChange={errors.forget} className="flex flex-wrap items-end gap-3">
      <Field label={t('addChannel')} className="basis-40">
        <Select
          value={kind}
          onChange={({ target }) => setKind(kinds.find((each) => each === target.value) ?? kind)}
        >
          {kinds.map((each) => (
            <option key={each} value={each}>
              {t(channelWords[each])}
            </option>
          ))}
        </Select>
      </Field>
      {kind === 'email' ? null : (
        <Field
          label={t(kind === 'ntfy' ? 'ntfyServer' : 'address')}
          error={errors.at('url')}
          className="flex-1 basis-56"
        >
          <TextInput
            type="url"
            required
            value={typed.url}
            onChange={({ target }) => type({ url: target.value })}
          />
        </Field>
      )}
      {kind === 'ntfy' ? (
        <>
          <Field label={t('topic')} error={errors.at('topic')} className="basis-36">
            <TextInput
              required
              pattern="[\-_A-Za-z0-9]{1,64}"
              value={typed.topic}
              onChange={({ target }) => type({ topic: target.value })}
            />
          </Field>
          <Field label={t('token')} error={errors.at('token')} className="basis-36">
            <TextInput
              autoComplete="off"
              value={typed.token}
              onChange={({ target }) => type({ token: target.value })}
            />
          </Field>
        </>
      ) : null}
      <Button type="submit" disabled={create.isPending}>
        {t('add')}
      </Button>
      {!sendsMail && (
        <p className="basis-full text-12 text-ink-3">
          {t('addChannelMail')} <ForAdmin>{common('mailSetUp')}</ForAdmin>
        </p>
      )}
      <p role="alert" className="basis-full text-broken empty:hidden">
        {errors.rest}
      </p>
    </form>
  )
}

/** Named after where it goes. */
function requestOf(kind: Kind, { url, topic, token }: Typed, usual: string): ChannelRequest {
  if (kind === 'email') return { kind, name: usual }
  if (kind === 'webhook') return { kind, name: cutName(URL.parse(url)?.host || usual, 'other'), url }
  return { kind, name: topic, url, topic, ...(token.trim() === '' ? {} : { token }) }
}
