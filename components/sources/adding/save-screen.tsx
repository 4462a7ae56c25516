'use client'

import Link from 'next/link'
import { useState, type FormEvent } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { useFieldErrors } from '#components/ui/form/error-text.ts'
import { Field, TextInput } from '#components/ui/form/field.tsx'
import { focusFirst } from '#components/ui/form/focus-first.ts'
import { PageHead } from '#components/ui/page-head.tsx'
import type { PostingDetail } from '#lib/api/postings/postings.ts'
import { useSavePage } from '#lib/queries/postings/saved-pages.ts'
import { useWords } from '#lib/words/use-words.tsx'

type SaveScreenProps = {
  /** Stands in the field already. */
  readonly startAddress: string
}

/** Any page of the web, put on the list of what is read later with its text. */
export function SaveScreen({ startAddress }: SaveScreenProps) {
  const t = useWords('sources')
  const save = useSavePage()
  const errors = useFieldErrors(save.error)
  const [address, setAddress] = useState(startAddress)
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (address.trim() !== '') save.mutate({ url: address.trim() })
  }
  return (
    <div className="max-w-[720px] px-10 pb-24 max-sm:px-4">
      <PageHead title={t('savePage')} description={t('savePageHint')} />
      <form onSubmit={onSubmit} onChange={errors.forget} className="flex items-start gap-2">
        <Field label={t('savePageLabel')} labelHidden error={errors.rest} className="min-w-0 flex-1">
          <TextInput
            ref={focusFirst}
            type="text"
            inputMode="url"
            autoComplete="url"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="example.org"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="solid" disabled={save.isPending || address.trim() === ''}>
          {t('save')}
        </Button>
      </form>
      <div role="status" className="mt-4">
        {save.isPending ? <p className="text-ink-3">{t('saving')}</p> : null}
        {save.isSuccess ? <Saved posting={save.data} /> : null}
      </div>
    </div>
  )
}

function Saved({ posting }: { readonly posting: PostingDetail }) {
  const t = useWords('sources')
  const { id, title, html } = posting
  return (
    <>
      <p dir="auto" className="wrap-anywhere">
        {t(html === '' ? 'pageSavedWithout' : 'pageSaved', { title })}
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-2">
        <Button asChild size="small">
          <Link href={`/?later=1&show=all&posting=${id}`}>{t('readIt')}</Link>
        </Button>
        <Button asChild size="small" variant="quiet">
          <Link href="/?later=1">{t('toReadLater')}</Link>
        </Button>
      </p>
    </>
  )
}
