'use client'

import { Download, Share2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { Failed, Waiting } from '#components/ui/form/empty.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import { useHasMounted } from '#components/ui/use-has-mounted.ts'
import type { WeekSaving } from '#lib/api/freshness/freshness.ts'
import { useWeekSaving } from '#lib/queries/sources/freshness.ts'
import { formatDuration } from '#lib/text/format.ts'
import type { AreaWords } from '#lib/words/areas.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import { downloadFile, pictureFile, sharePicture, sharesPictures } from './picture-file.ts'
import { SavingPicture } from './saving-picture.tsx'

/** The saving of a week against hourly checks, as a picture to show; a sentence while too little is known for one. */
export function SavingCard() {
  const t = useWords('sources')
  const saving = useWeekSaving()
  if (saving.isPending)
    return (
      // The room of the picture and of what stands below it.
      <div className="mb-8 max-w-[760px]">
        <Waiting rows={1} rowHeight={64} className="aspect-[1200/630]" />
        <div className="h-[124px] sm:h-[52px]" />
      </div>
    )
  if (saving.isError)
    return <Failed title={t('freshnessFailed')} error={saving.error} onRetry={() => void saving.refetch()} />
  const { count, isEnough, savedMs } = saving.data
  if (!isEnough) return <p className="mb-6 text-13 text-ink-3">{t('savingTooEarly', { count })}</p>
  if (savedMs < MINUTE_MS)
    return (
      <p className="mb-6 max-w-[608px] text-13 text-ink-2">
        {t('nothingSaved', { count, amount: waitingOf(Math.max(0, -savedMs), t) })}
      </p>
    )
  return <Saved saving={saving.data} />
}

function Saved({ saving }: { readonly saving: WeekSaving }) {
  const t = useWords('sources')
  const locale = useLocale()
  const picture = useRef<HTMLDivElement>(null)
  const canShare = useHasMounted() && sharesPictures()
  const { count, later, medianMs, hourlyMedianMs, savedMs, traces } = saving
  const lead = t('savedLead')
  const amount = t('savedAmount', { amount: waitingOf(savedMs, t) })
  const within = (ms: number | null) => formatDuration(Math.max(0, ms ?? 0), locale)
  const [isHandedOn, setHandedOn] = useState(false)
  const handOn = async () => {
    const drawing = picture.current?.querySelector('svg')
    if (drawing === null || drawing === undefined) return
    setHandedOn(true)
    try {
      const file = await pictureFile(drawing)
      if (canShare) await sharePicture(file, `${lead} ${amount}`)
      else downloadFile(file)
    } catch (error) {
      showError(t('pictureFailed'), error)
    } finally {
      setHandedOn(false)
    }
  }
  return (
    <section aria-label={t('savingName')} className="mb-8 max-w-[760px]">
      <div ref={picture} className="overflow-hidden rounded-3">
        <SavingPicture
          lead={lead}
          amount={amount}
          bySkylark={t('pictureSkylark', { duration: within(medianMs) })}
          byHourly={t('pictureHourly', { duration: within(hourlyMedianMs) })}
          traces={traces}
        />
      </div>
      <div className="mt-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 flex-1 basis-72 text-13 text-ink-2">
          {t('savedHow', { count, skylark: within(medianMs), hourly: within(hourlyMedianMs) })}
          {later > 0 && ` ${t('savedLater', { count: later })}`}
        </p>
        <Button disabled={isHandedOn} onClick={() => void handOn()}>
          {canShare ? <Share2 size={15} aria-hidden /> : <Download size={15} aria-hidden />}
          {canShare ? t('sharePicture') : t('savePicture')}
        </Button>
      </div>
    </section>
  )
}

/** "41 hours"; below three hours in minutes. */
function waitingOf(ms: number, t: AreaWords<'sources'>): string {
  return ms < 3 * HOUR_MS
    ? t('waitingMinutes', { count: Math.round(ms / MINUTE_MS) })
    : t('waitingHours', { count: Math.round(ms / HOUR_MS) })
}
