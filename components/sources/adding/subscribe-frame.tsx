'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import { Steps } from '#components/accounts/steps.tsx'
import { PackCards } from '#components/discover/pack-cards.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { ImportPanel } from './import-panel.tsx'

type SubscribeFrameProps = {
  readonly isFirst: boolean
  readonly preview: ReactNode
  readonly children: ReactNode
}

/** The form at the left on paper, what it found at the right; below each other on phones. */
export function SubscribeFrame({ isFirst, preview, children }: SubscribeFrameProps) {
  const t = useWords('sources')
  return (
    <div className="grid min-h-full grid-cols-[minmax(0,1fr)] xl:grid-cols-[minmax(480px,640px)_minmax(0,1fr)]">
      <div className="flex flex-col bg-paper px-10 pt-10 pb-8 max-sm:px-5 max-sm:pt-6 xl:px-14">
        {isFirst && <Steps step={2} className="mt-18 mb-3.5" />}
        <h1 className="font-text text-[34px] leading-10 font-[640] tracking-[-0.018em] max-sm:text-28">
          {t('whatToRead')}
        </h1>
        <p className="mt-2.5 mb-4.5 text-[15px] leading-[23px] text-ink-2">{t('whatToReadHint')}</p>
        {children}
        {isFirst && preview === null && (
          <section aria-label={t('importFrom')} className="mt-8">
            <h2 className="text-[15px] leading-5 font-[620]">{t('importFrom')}</h2>
            <p className="mt-1 mb-3 text-ink-2">{t('importShortHint')}</p>
            <ImportPanel />
          </section>
        )}
        <p className="mt-4 text-center text-ink-2">
          {isFirst
            ? t.rich('lookAround', { home: linkTo('/discover') })
            : t.rich('bringFromReader', { link: linkTo('/sources/import') })}
        </p>
        <p className="mt-auto pt-8 text-12 text-ink-3">{t('politeness')}</p>
      </div>
      <div
        aria-live="polite"
        className={`bg-ground px-10 pt-14 pb-10 max-xl:pt-8 max-sm:px-5 xl:px-16 ${preview === null && !isFirst ? 'max-xl:hidden' : ''}`}
      >
        {preview ?? <PackCards />}
      </div>
    </div>
  )
}

function linkTo(href: string) {
  return function link(words: ReactNode) {
    return (
      <Link href={href} className="underline decoration-control underline-offset-3 hover:decoration-ink">
        {words}
      </Link>
    )
  }
}
