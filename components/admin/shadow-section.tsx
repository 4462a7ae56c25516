'use client'

import { useState } from 'react'
import { labPolicies, type LabPolicy } from '#lib/api/lab.ts'
import type { ShadowDetails } from '#lib/api/shadow.ts'
import { Button } from '#components/ui/button.tsx'
import { Failed, Waiting } from '#components/ui/empty.tsx'
import { Field } from '#components/ui/field.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import { Select } from '#components/ui/select.tsx'
import { showError } from '#components/ui/toast.tsx'
import { useClock } from '#components/ui/time.tsx'
import { formatDate } from '#lib/format.ts'
import { isComparing, useCancelShadowDay, useEndShadow, useShadow } from '#lib/queries/shadow.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { usePolicyWords } from './lab-words.ts'
import { RunProgress } from './run-progress.tsx'
import { ShadowFigures } from './shadow-figures.tsx'
import { usePutOnPaper } from './use-put-on-paper.ts'

/** The policy that runs on paper beside the live one: which, since when, and which of the two would have been earlier. */
export function ShadowSection() {
  const t = useWords('lab')
  const shadow = useShadow()
  return (
    <section id="on-paper" aria-label={t('onPaper')}>
      {shadow.isPending && <Waiting rows={3} rowHeight={44} />}
      {shadow.isError && (
        <Failed
          title={t('onPaperFailed')}
          error={shadow.error}
          onRetry={() => void shadow.refetch()}
          className="px-0"
        />
      )}
      {shadow.isSuccess && <Present shadow={shadow.data.shadow} />}
    </section>
  )
}

function Present({ shadow }: { readonly shadow: ShadowDetails | null }) {
  const t = useWords('lab')
  const isOn = shadow !== null && shadow.endedAt === null
  return (
    <>
      <SectionHead title={t('onPaper')} lede={t('onPaperLede')}>
        {isOn && <EndButton />}
      </SectionHead>
      {shadow !== null && <Standing shadow={shadow} />}
      {shadow !== null && <DayUnderWay shadow={shadow} />}
      {!isOn && <StartForm before={shadow?.policy ?? null} />}
      {shadow !== null && <ShadowFigures shadow={shadow} />}
    </>
  )
}

function EndButton() {
  const t = useWords('lab')
  const end = useEndShadow()
  return (
    <Button
      size="small"
      disabled={end.isPending}
      onClick={() => end.mutate(undefined, { onError: (error) => showError(t('takeOffFailed'), error) })}
    >
      {t('takeOff')}
    </Button>
  )
}

/** Since when, and what is still to come. */
function Standing({ shadow }: { readonly shadow: ShadowDetails }) {
  const t = useWords('lab')
  const locale = useLocale()
  const { nowMs } = useClock()
  const { name } = usePolicyWords()(shadow.policy)
  const dateOf = (at: string) => formatDate(Date.parse(at), nowMs, 'UTC', locale)
  const { startedAt, endedAt, nextAt, nextDay, summary } = shadow
  return (
    <p className="max-w-[80ch] text-ink-2" aria-live="polite">
      <span className="font-[550] text-ink">
        {endedAt === null
          ? t('onPaperSince', { policy: name, date: dateOf(startedAt) })
          : t('onPaperUntil', { policy: name, from: dateOf(startedAt), until: dateOf(endedAt) })}
      </span>{' '}
      {isComparing(shadow) && t('comparing', { date: dateOf(nextDay) })}
      {endedAt === null &&
        !isComparing(shadow) &&
        t('nextCompared', { date: dateOf(nextAt), day: dateOf(nextDay) })}
      {endedAt !== null && summary === null && t('nothingCompared')}
    </p>
  )
}

/** How far the day is that is being compared; cancelled, it is left out and the next one follows. */
function DayUnderWay({ shadow }: { readonly shadow: ShadowDetails }) {
  const t = useWords('lab')
  const cancel = useCancelShadowDay()
  if (!isComparing(shadow)) return null
  return (
    <div className="mt-2 flex flex-wrap items-center gap-4">
      {shadow.isRunning ? (
        <RunProgress name={t('progressOfDay')} progress={shadow.progress} />
      ) : (
        <span className="text-ink-3">{t('waiting')}</span>
      )}
      <Button
        size="small"
        disabled={cancel.isPending}
        onClick={() =>
          cancel.mutate(shadow.nextDay, { onError: (error) => showError(t('cancelDayFailed'), error) })
        }
      >
        {t('cancelDay')}
      </Button>
    </div>
  )
}

function StartForm({ before }: { readonly before: LabPolicy | null }) {
  const t = useWords('lab')
  const words = usePolicyWords()
  const { putOnPaper, isStarting } = usePutOnPaper()
  const [chosen, setChosen] = useState<LabPolicy>(before ?? 'minimum-delay')
  return (
    <form
      className="mt-2 grid max-w-[520px] grid-cols-[1fr_auto] items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        putOnPaper(chosen)
      }}
    >
      <Field label={t('policy')}>
        <Select
          value={chosen}
          onChange={(event) => setChosen(labPolicies.find((each) => each === event.target.value) ?? chosen)}
        >
          {labPolicies.map((policy) => (
            <option key={policy} value={policy}>
              {words(policy).name}
            </option>
          ))}
        </Select>
      </Field>
      <Button type="submit" disabled={isStarting}>
        {t('runOnPaper')}
      </Button>
      <p className="col-span-2 text-12 text-ink-3">{t('onPaperHint')}</p>
    </form>
  )
}
