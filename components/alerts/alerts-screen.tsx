'use client'

import Link from 'next/link'
import { useState } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { AlertLog } from './alert-log.tsx'
import { HitList } from './hit-list.tsx'

/** The alerts that were told, and what became of their messages. They are set up in the settings (components/alerts/alert-set-up.tsx). */
export function AlertsScreen() {
  const t = useWords('alerts')
  const [part, setPart] = useState<'told' | 'log'>('told')
  const parts = [
    { value: 'told', label: t('told') },
    { value: 'log', label: t('log') },
  ] as const
  return (
    <div className="max-w-[860px] px-10 pb-24 max-sm:px-4">
      <PageHead
        title={t('title')}
        description={t('lede')}
        actions={
          <>
            <Segmented label={t('title')} value={part} options={parts} onChange={setPart} />
            <Button asChild>
              <Link href="/settings/notifications">{t('setUp')}</Link>
            </Button>
          </>
        }
      />
      {part === 'told' ? <HitList /> : <AlertLog />}
    </div>
  )
}
