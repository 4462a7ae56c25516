'use client'

import { Suspense, useEffect, useState } from 'react'
import { Waiting } from '#components/ui/form/empty.tsx'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import { useWords } from '#lib/words/use-words.tsx'

// Its year is asked for when somebody comes near it.
const YearChart = lazyPart(async () => (await import('./year-chart.tsx')).YearChart, true)

type SourceYearProps = {
  readonly sourceId: number
  /** What is promised of its postings; null: nothing. */
  readonly promiseMs: number | null
}

/** A year of one source as a sky of thin traces; its code and its data come when it is nearly in sight. */
export function SourceYear({ sourceId, promiseMs }: SourceYearProps) {
  const t = useWords('sources')
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (place === null || isNear) return
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some((entry) => entry.isIntersecting)),
      { rootMargin: '300px' },
    )
    observer.observe(place)
    return () => observer.disconnect()
  }, [place, isNear])
  const waiting = <Waiting rows={1} rowHeight={300} />
  return (
    <section ref={setPlace}>
      <SectionHead title={t('yearOfFeed')} lede={t('yearLede')} />
      {/* The room of the drawing, so that nothing below it moves when it comes. */}
      <div className="min-h-[310px] lg:min-h-[392px]">
        {isNear ? (
          <Suspense fallback={waiting}>
            <YearChart sourceId={sourceId} promiseMs={promiseMs} waiting={waiting} />
          </Suspense>
        ) : (
          waiting
        )}
      </div>
    </section>
  )
}
