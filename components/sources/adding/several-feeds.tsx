'use client'

import { Check, LoaderCircle, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { useState, type FormEvent } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { statusOfError, useErrorText } from '#components/ui/form/error-text.ts'
import { HttpStatus } from '#components/ui/http-status.tsx'
import { useSubscribe } from '#lib/queries/organising/subscription-acts.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { FolderChoice, folderOf, noFolder, type FolderChoiceValue } from './folder-choice.tsx'

type Outcome =
  | { readonly kind: 'busy' }
  | { readonly kind: 'added'; readonly title: string }
  | { readonly kind: 'failed'; readonly error: Error }

type SeveralFeedsProps = {
  readonly addresses: readonly string[]
  /** Those that are known before. */
  readonly titles?: Readonly<Record<string, string>>
}

/** Subscribes to several addresses one after the other, and says of each what became of it. Those that failed can be tried again. */
export function SeveralFeeds({ addresses, titles = {} }: SeveralFeedsProps) {
  const t = useWords('sources')
  const { mutateAsync: subscribe } = useSubscribe()
  const [folder, setFolder] = useState<FolderChoiceValue>(noFolder)
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({})
  const left = addresses.filter((address) => outcomes[address]?.kind !== 'added')
  const isBusy = Object.values(outcomes).some(({ kind }) => kind === 'busy')
  const isTried = Object.keys(outcomes).length > 0
  const againWords = t(left.length < addresses.length ? 'tryAgain' : 'tryAllAgain', { count: left.length })
  const subscribeWords = isTried ? againWords : t('subscribeTo', { count: left.length })
  const submitWords = isBusy ? t('fetchingFirst') : subscribeWords
  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    for (const address of left) {
      const tell = (outcome: Outcome) => setOutcomes((before) => ({ ...before, [address]: outcome }))
      tell({ kind: 'busy' })
      try {
        const { title } = await subscribe({ url: address, ...folderOf(folder) })
        tell({ kind: 'added', title })
      } catch (error) {
        tell({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) })
      }
    }
  }
  return (
    <form onSubmit={(event) => void onSubmit(event)} className="mt-4 space-y-4">
      <ul className="rounded-3 border border-line" aria-live="polite">
        {addresses.map((address) => (
          <AddressLine key={address} name={titles[address] ?? address} outcome={outcomes[address]} />
        ))}
      </ul>
      {!isTried && <FolderChoice value={folder} onChange={setFolder} />}
      {left.length < addresses.length && !isBusy && (
        <Button asChild variant="solid" className="h-11 w-full text-[15px]">
          <Link href="/">{t('startReading')}</Link>
        </Button>
      )}
      {left.length > 0 && (
        <Button
          type="submit"
          variant={left.length < addresses.length ? 'outline' : 'solid'}
          disabled={isBusy}
          className="h-11 w-full text-[15px]"
        >
          {submitWords}
        </Button>
      )}
    </form>
  )
}

type AddressLineProps = { readonly name: string; readonly outcome: Outcome | undefined }

function AddressLine({ name, outcome }: AddressLineProps) {
  const t = useWords('sources')
  const errorText = useErrorText()
  return (
    <li className="flex min-h-11 items-center gap-3 border-line px-3 py-2 not-first:border-t">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-[550]">{outcome?.kind === 'added' ? outcome.title : name}</span>
        {outcome?.kind === 'failed' && (
          <span className="block text-12 text-ink-2">
            {errorText(outcome.error)}
            <HttpStatus status={statusOfError(outcome.error)} />
          </span>
        )}
      </span>
      {outcome?.kind === 'busy' && (
        <LoaderCircle size={15} aria-hidden className="animate-spin text-ink-3 motion-reduce:animate-none" />
      )}
      {outcome?.kind === 'added' && <Check size={15} aria-label={t('added')} />}
      {outcome?.kind === 'failed' && (
        <TriangleAlert size={15} aria-label={t('notAdded')} className="text-broken" />
      )}
    </li>
  )
}
