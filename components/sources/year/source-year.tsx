'use client'

import { Suspense, useEffect, useState } from 'react'
import { Waiting } from '#components/ui/form/empty.tsx'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import { useSourceDelays } from '#lib/queries/sources/sources.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { daysOfYear } from './year-traces.ts'

// Its year is asked for when somebody comes near it.
const YearChart = lazyPart(async () => (await import('./year-chart.tsx')).YearChart, true)

type SourceYearProps = {
  readonly sourceId: number
  /** The promise for its postings; null: none. */
  readonly promiseMs: number | null
}

/** A year of one source as a sky of thin traces; its code and its data come when it is nearly in sight. Nothing where nothing was measured. */
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
  const delays = useSourceDelays(sourceId, daysOfYear, isNear).data?.delays
  // The page says so above.
  if (delays?.every(({ delay }) => delay.kind !== 'exact')) return null
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
