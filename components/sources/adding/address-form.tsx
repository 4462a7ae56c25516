'use client'

import { Link2 } from 'lucide-react'
import { useId, useState, type ClipboardEvent, type FormEvent } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { focusFirst } from '#components/ui/form/focus-first.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { statusOfError, useFieldErrors } from '#components/ui/form/error-text.ts'
import { HttpStatus } from '#components/ui/http-status.tsx'
import type { AreaWords } from '#lib/words/areas.ts'

type AddressFormProps = {
  readonly startAddress: string
  readonly isLooking: boolean
  /** Number of feeds found; null before the first look. */
  readonly found: number | null
  readonly failure: Error | null
  readonly onLook: (input: string) => void
}

/** The field for an address. A pasted one is looked at at once, a typed one on Enter. */
export function AddressForm({ startAddress, isLooking, found, failure, onLook }: AddressFormProps) {
  const t = useWords('sources')
  const errors = useFieldErrors(failure)
  const id = useId()
  const [address, setAddress] = useState(startAddress)
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (address.trim() !== '') onLook(address.trim())
  }
  function onPaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text').trim()
    if (address !== '' || text === '') return
    event.preventDefault()
    setAddress(text.replaceAll(/\s+/g, ' ')) // of several lines, too
    onLook(text)
  }
  return (
    <form onSubmit={onSubmit} onChange={errors.forget} role="search">
      <label htmlFor={id} className="sr-only">
        {t('addressLabel')}
      </label>
      <div className="flex h-12 items-center gap-2 rounded-2 border border-control bg-paper ps-3 pe-1.5 focus-within:border-focus focus-within:ring-3 focus-within:ring-focus/25">
        <Link2 size={17} strokeWidth={1.75} aria-hidden className="flex-none text-ink-3" />
        <input
          id={id}
          ref={focusFirst}
          name="address"
          type="text"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          value={address}
          placeholder="example.org"
          aria-describedby={`${id}-state`}
          aria-invalid={errors.rest !== ''}
          onChange={(event) => setAddress(event.target.value)}
          onPaste={onPaste}
          className="min-w-0 flex-1 bg-transparent text-16 outline-none placeholder:text-ink-3"
        />
        <Button type="submit" disabled={address.trim() === ''}>
          {t('find')}
        </Button>
      </div>
      <p
        id={`${id}-state`}
        role="status"
        className={`mt-1.5 min-h-4 text-12 ${errors.rest === '' ? 'text-ink-3' : 'text-broken'}`}
      >
        {(!isLooking && errors.rest) || stateWords(isLooking, found, t)}
        {!isLooking && errors.rest !== '' && <HttpStatus status={statusOfError(failure)} />}
      </p>
    </form>
  )
}

function stateWords(isLooking: boolean, found: number | null, t: AreaWords<'sources'>): string {
  if (isLooking) return t('looking')
  if (found === null) return ''
  return found === 0 ? t('noFeedFound') : t('found', { count: found })
}
