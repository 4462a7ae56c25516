'use client'

import { ExternalLink } from 'lucide-react'
import { Suspense } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import { Time } from '#components/ui/time.tsx'
import type { FullText, PostingDetail } from '#lib/api/postings/postings.ts'
import type { MessageKey } from '#lib/words/areas.ts'
import { useWords } from '#lib/words/use-words.tsx'

const AlwaysFullText = lazyPart(async () => (await import('./always-full-text.tsx')).AlwaysFullText)

/** The way in which the text of the page is offered beside the feed's; null: there is no more of it. */
export type FullTextOffer = 'plain' | 'quiet' | null

type FullTextBarProps = {
  readonly posting: PostingDetail
  readonly offer: FullTextOffer
  readonly isLoading: boolean
  readonly isShown: boolean
  readonly onLoad: () => void
  readonly onShow: (isShown: boolean) => void
}

/** Whether this is the feed's text or that of the page, the way to the other, and why it is not there. */
export function FullTextBar({ posting, offer, isLoading, isShown, onLoad, onShow }: FullTextBarProps) {
  const t = useWords('text')
  const { fullText, url } = posting
  if (url === null || (offer === null && fullText === null && !posting.prefersFullText && !isLoading))
    return null
  const isOnItsWay = isLoading || fullText?.kind === 'loading'
  // Nothing but the button, which a list of whole texts shows once one comes to it (article.css).
  const isBare = fullText === null && !posting.prefersFullText && !isOnItsWay
  const mayTry = fullText === null ? offer !== null : fullText.kind === 'failed' && mayTryAgain(fullText)
  return (
    <div
      data-offer={isBare || undefined}
      className="my-4 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-12 text-ink-2"
      aria-live="polite"
    >
      {isOnItsWay ? <span>{t('fullTextLoading')}…</span> : null}
      {!isOnItsWay && fullText?.kind === 'text' ? (
        <>
          {isShown ? (
            <span>{t.rich('fullTextAt', { time: () => <Time at={fullText.fetchedAt} /> })}</span>
          ) : null}
          <Button size="small" onClick={() => onShow(!isShown)}>
            {isShown ? t('showOriginal') : t('showFullText')}
          </Button>
        </>
      ) : null}
      {!isOnItsWay && fullText?.kind === 'failed' ? (
        <span className="basis-full">
          {t('fullTextFailed', { reason: t(reasonOf(fullText.failure)) })}{' '}
          {fullText.retryAt === null ? t('fullTextGivenUp') : ''}{' '}
          <a href={url} target="_blank" rel="noopener noreferrer" className="font-[550] text-ink underline">
            {t('readOriginal')} <ExternalLink aria-hidden size={12} className="inline" />
          </a>
        </span>
      ) : null}
      {!isOnItsWay && mayTry ? (
        <Button
          size="small"
          variant={offer === 'quiet' ? 'quiet' : 'outline'}
          className={offer === 'quiet' ? '-ms-2.5' : undefined}
          onClick={onLoad}
        >
          {t('loadFullText')}
        </Button>
      ) : null}
      {/* As large as it will be: the text below does not move when it comes. */}
      <Suspense fallback={<span className="h-[18px] w-40 pointer-coarse:h-11" />}>
        {fullText === null && !posting.prefersFullText ? null : (
          <AlwaysFullText sourceId={posting.sourceId} />
        )}
      </Suspense>
    </div>
  )
}

function mayTryAgain({ retryAt }: Extract<FullText, { kind: 'failed' }>): boolean {
  return retryAt !== null && Date.parse(retryAt) <= Date.now()
}

const reasons: Readonly<Record<string, MessageKey<'text'>>> = {
  'no-article': 'failureNoArticle',
  'not-html': 'failureNotHtml',
  'opted-out': 'failureOptedOut',
  resting: 'failureResting',
  'too-large': 'failureTooLarge',
  timeout: 'failureTimeout',
  'too-slow': 'failureBroken',
  broken: 'failureBroken',
  unread: 'failureBroken',
  dns: 'failureConnect',
  connect: 'failureConnect',
  tls: 'failureConnect',
}

function reasonOf(failure: string): MessageKey<'text'> {
  return reasons[failure] ?? 'failureGone'
}
