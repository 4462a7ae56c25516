'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { SourceAvatar } from '#components/ui/source-avatar.tsx'
import { showToast } from '#components/ui/open/toast.tsx'
import { Trace } from '#components/ui/chart/trace.tsx'
import type { StarterPack } from '#lib/api/sources/discover.ts'
import { usePacks } from '#lib/queries/sources/discover.ts'
import { useSubscribe } from '#lib/queries/organising/subscription-acts.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** A sentence on Skylark, and lists to begin with. One press follows a whole list. */
export function PackCards() {
  const t = useWords('discover')
  const router = useRouter()
  const packs = usePacks()
  const { mutateAsync } = useSubscribe()
  const [taken, setTaken] = useState<string | null>(null)
  async function take({ name, title, sources }: StarterPack) {
    setTaken(name)
    const asked = sources.map(({ url }) => mutateAsync({ url, folderName: title }))
    const failed = (await Promise.allSettled(asked)).filter(({ status }) => status === 'rejected').length
    if (failed > 0) showToast(t('packFailed', { failed, count: sources.length }))
    if (failed < sources.length) router.push('/')
    else setTaken(null)
  }
  return (
    <section aria-label={t('packs')} className="mx-auto max-w-[640px]">
      <p className="flex items-center gap-4 text-[15px] leading-[23px] text-ink-2">
        <Trace
          delay={{ kind: 'exact', delayMs: 240_000 }}
          className="ms-5 me-6 scale-200 motion-safe:[&>circle:first-of-type]:animate-trace-found motion-safe:[&>path:last-of-type]:animate-trace-drawn"
        />
        {t('whatItDoes')}
      </p>
      <h2 className="mt-8 mb-3 text-[15px] leading-5 font-[620]">{t('packs')}</h2>
      <ul className="grid gap-3 sm:grid-cols-2">
        {packs.data?.map((pack) => (
          <li
            key={pack.name}
            className="flex flex-col justify-between gap-3 rounded-3 border border-line bg-paper p-4"
          >
            <div>
              <h3 className="font-[600]">{pack.title}</h3>
              <ul className="mt-2 space-y-1.5">
                {pack.sources.map(({ url, title }) => (
                  <li key={url} className="flex items-center gap-2 text-ink-2">
                    <SourceAvatar title={title} iconUrl={null} />
                    <span className="truncate">{title}</span>
                  </li>
                ))}
              </ul>
            </div>
            <Button disabled={taken !== null} onClick={() => void take(pack)}>
              {taken === pack.name ? t('packFollowing') : t('packFollow', { count: pack.sources.length })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
