'use client'

import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { Empty, Failed, Waiting } from '#components/ui/form/empty.tsx'
import { useOutputFeeds } from '#lib/queries/outputs.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { FeedForm } from './feed-form.tsx'
import { OutputFeedRow } from './feed-row.tsx'
import { valueInAddress, valueOfPlace } from './place-value.ts'

/** All output feeds. Opened from the menu of a list it shows those of that list first, or the form for one. */
export function FeedsScreen() {
  const t = useWords('outputs')
  const feeds = useOutputFeeds()
  const wanted = valueInAddress(useSearchParams())
  const [isNew, setNew] = useState<boolean | null>(null)
  const all = feeds.data ?? []
  const own = all.filter(({ place }) => valueOfPlace(place) === wanted)
  const isAsked = isNew ?? (wanted !== null && feeds.isSuccess && own.length === 0)
  return (
    <>
      <Button variant="solid" onClick={() => setNew(true)}>
        {t('newFeed')}
      </Button>
      {isAsked && (
        <FeedForm
          key={wanted}
          feed={null}
          {...(wanted === null ? {} : { startPlace: wanted })}
          onClose={() => setNew(false)}
        />
      )}
      {feeds.isPending && <Waiting rows={2} rowHeight={120} />}
      {feeds.isError && (
        <Failed
          title={t('feedsFailed')}
          error={feeds.error}
          onRetry={() => void feeds.refetch()}
          className="px-0"
        />
      )}
      {feeds.data?.length === 0 && !isAsked && (
        <Empty title={t('none')} className="px-0">
          {t('noneHint')}
        </Empty>
      )}
      <ul className="mt-4 empty:hidden">
        {[...own, ...all.filter((feed) => !own.includes(feed))].map((feed) => (
          <OutputFeedRow key={feed.id} feed={feed} />
        ))}
      </ul>
    </>
  )
}
