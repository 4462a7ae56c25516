'use client'

import { useState } from 'react'
import { ForAdmin } from '#components/ui/for-admin.tsx'
import { Button } from '#components/ui/form/button.tsx'
import { Empty, Failed, Waiting } from '#components/ui/form/empty.tsx'
import { useDigests } from '#lib/queries/outputs.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { DigestForm } from './digest-form.tsx'
import { DigestRow } from './digest-row.tsx'

/** All digests, and the form for another. */
export function DigestsScreen() {
  const t = useWords('outputs')
  const common = useWords('common')
  const all = useDigests()
  const [isNew, setNew] = useState(false)
  return (
    <>
      {all.data?.canSend === false && (
        <p role="status" className="mb-4 text-ink-2">
          {t('noMail')} <ForAdmin>{common('mailSetUp')}</ForAdmin>
        </p>
      )}
      <Button variant="solid" disabled={all.data?.canSend === false} onClick={() => setNew(true)}>
        {t('newDigest')}
      </Button>
      {isNew && <DigestForm digest={null} onClose={() => setNew(false)} />}
      {all.isPending && <Waiting rows={2} rowHeight={72} />}
      {all.isError && (
        <Failed
          title={t('digestsFailed')}
          error={all.error}
          onRetry={() => void all.refetch()}
          className="px-0"
        />
      )}
      {all.data?.canSend === true && all.data.digests.length === 0 && !isNew && (
        <Empty title={t('noDigests')} className="px-0">
          {t('noDigestsHint')}
        </Empty>
      )}
      <ul className="mt-4 empty:hidden">
        {(all.data?.digests ?? []).map((digest) => (
          <DigestRow key={digest.id} digest={digest} />
        ))}
      </ul>
    </>
  )
}
