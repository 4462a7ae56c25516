'use client'

import { PageHead } from '#components/ui/page-head.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { ImportPanel } from './import-panel.tsx'

/** Imports feeds, stars and read marks from another reader. The file is recognised by what is inside; a list of feeds is shown first. */
export function ImportScreen() {
  const t = useWords('sources')
  return (
    <div className="max-w-[960px] px-10 pb-16 max-sm:px-4">
      <PageHead
        title={t('import')}
        description={t('bringListHint')}
        within={{ href: '/sources', name: t('subscriptions') }}
      />
      <ImportPanel takesAddress />
    </div>
  )
}
