import type { ReactNode } from 'react'
import { Logo } from '#components/ui/logo.tsx'
import type { Language } from '#lib/words/languages.ts'
import { DawnPicture } from './dawn-picture.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Steps } from './steps.tsx'

type AccountSplitProps = {
  readonly title: string
  readonly intro: string
  /** 1 or 2 during the first run. */
  readonly step?: number
  readonly foot?: string
  /** The page's language, where strangers choose it; absent: nobody is asked. */
  readonly language?: Language
  readonly children: ReactNode
}

/** One question at the left, the picture at the right; on phones the picture is a band on top. */
export function AccountSplit({ title, intro, step, foot, language, children }: AccountSplitProps) {
  return (
    <div className="grid min-h-dvh bg-paper max-lg:grid-rows-[160px_1fr] lg:grid-cols-[minmax(480px,580px)_1fr]">
      <main className="flex flex-col px-22 max-lg:row-start-2 max-lg:px-5 max-lg:pb-8">
        <div className="flex h-24 items-center max-lg:h-20">
          <Logo />
          {language !== undefined && <LanguageSwitch language={language} />}
        </div>
        <div className="max-lg:mx-auto max-lg:w-full max-lg:max-w-[440px]">
          {step !== undefined && <Steps step={step} className="mt-14 max-lg:mt-0" />}
          <h1
            className={`font-text text-[34px] leading-10 font-[640] tracking-[-0.018em] max-sm:text-28 ${step === undefined ? 'mt-14 max-lg:mt-0' : 'mt-3.5'}`}
          >
            {title}
          </h1>
          <p className="mt-2.5 mb-7 text-[15px] leading-[23px] text-ink-2">{intro}</p>
          {children}
        </div>
        {foot !== undefined && <p className="mt-auto pt-8 pb-8 text-12 text-ink-3 max-lg:pb-0">{foot}</p>}
      </main>
      {/* Its row is kept: the form comes first in the document, and is drawn before the picture is there. */}
      <div className="relative overflow-hidden max-lg:row-start-1">
        <DawnPicture />
      </div>
    </div>
  )
}
