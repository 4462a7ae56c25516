'use client'

import { useState, type FormEvent } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { Field, TextInput } from '#components/ui/form/field.tsx'
import { useWords } from '#lib/words/use-words.tsx'

type ListAddressFormProps = {
  readonly isBusy: boolean
  readonly onSend: (url: string) => void
}

/** The address of a list that somebody publishes: the server fetches it. */
export function ListAddressForm({ isBusy, onSend }: ListAddressFormProps) {
  const t = useWords('sources')
  const [url, setUrl] = useState('')
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (url.trim() !== '') onSend(url.trim())
  }
  return (
    <form onSubmit={onSubmit} className="mt-4 flex items-end gap-3">
      <Field label={t('listAddress')} className="min-w-0 flex-1">
        <TextInput
          inputMode="url"
          value={url}
          placeholder="https://example.org/list.opml"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setUrl(event.target.value)}
        />
      </Field>
      <Button type="submit" disabled={isBusy || url.trim() === ''}>
        {t('fetch')}
      </Button>
    </form>
  )
}
