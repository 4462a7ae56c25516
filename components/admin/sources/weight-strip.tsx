'use client'

import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { TextInput } from '#components/ui/form/field.tsx'
import { LogSlider } from '#components/ui/form/log-slider.tsx'
import { useEscape } from '#components/ui/open/use-escape.ts'
import { formatDuration } from '#lib/text/format.ts'
import { useWeightPreview } from '#lib/queries/admin/admin.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { useErrorText } from '#components/ui/form/error-text.ts'
import type { Locale, AreaWords } from '#lib/words/areas.ts'
import { changeWords, figureText, parseFactor, weightText } from './source-figures.ts'
import { useSaveWeights } from './use-save-weights.ts'
import type { AdminSourceRow, WeightPreviewAnswer } from '#lib/api/server/admin.ts'

type WeightStripProps = {
  /** One source, or many that get the same weight. */
  readonly sources: readonly AdminSourceRow[]
  readonly onClose: () => void
}

/** After the last change, so that dragging does not ask with every step. */
const previewAfterMs = 250

/** Sets a weight and says before saving what it does. Enter saves, Esc leaves. */
export function WeightStrip({ sources, onClose }: WeightStripProps) {
  const t = useWords('admin')
  const common = useWords('common')
  const locale = useLocale()
  const [only] = sources
  const before = sources.length === 1 && only !== undefined ? only.weightFactor : null
  const [text, setText] = useState(String(before ?? 1))
  const factor = parseFactor(text)
  const field = useRef<HTMLInputElement>(null)
  const form = useEscape<HTMLFormElement>(onClose)
  const preview = useWeightPreview()
  const save = useSaveWeights(sources, onClose)
  const { mutate: ask } = preview
  const ids = sources.map((source) => source.id).join()
  useEffect(() => {
    if (factor === null) return
    const timer = setTimeout(
      () => ask({ ids: ids.split(',').map(Number), weightFactor: factor }),
      previewAfterMs,
    )
    return () => clearTimeout(timer)
  }, [ask, ids, factor])

  // Opening the strip is the wish to type here.
  useEffect(() => field.current?.focus(), [])

  const name =
    sources.length === 1 && only !== undefined ? only.title : t('sourceCount', { count: sources.length })
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (factor !== null) save.run(factor)
  }
  return (
    <form
      aria-label={t('weightFor', { name })}
      onSubmit={onSubmit}
      ref={form}
      className="grid items-center gap-x-7 gap-y-3 rounded-3 border border-line bg-ground px-4 py-3 lg:grid-cols-[260px_minmax(0,1fr)_auto]"
    >
      <div>
        <div className="mb-1.5 flex items-center gap-2 text-12 font-[550] text-ink-2">
          <span className="min-w-0 flex-1 truncate">{t('weightFor', { name })}</span>
          {before !== null && <span className="text-ink-3">{weightText(before, locale)} →</span>}
          <TextInput
            aria-label={t('weightFor', { name })}
            aria-invalid={factor === null}
            inputMode="decimal"
            ref={field}
            value={text}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setText(event.target.value)}
            className="h-[26px] w-16 text-end font-[580]"
          />
        </div>
        <LogSlider
          label={t('weightSlider', { name })}
          value={factor ?? 1}
          before={before}
          least={0.1}
          most={10}
          onChange={(value) => setText(String(value))}
        />
      </div>
      <Effect
        factor={factor}
        preview={preview.data ?? null}
        failure={preview.error}
        isSingle={sources.length === 1}
      />
      <div className="flex items-center justify-end gap-1.5">
        <Button size="small" variant="quiet" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button type="submit" size="small" variant="solid" disabled={factor === null || save.isPending}>
          {common('save')}
        </Button>
      </div>
    </form>
  )
}

type EffectProps = {
  readonly factor: number | null
  readonly preview: WeightPreviewAnswer | null
  readonly failure: Error | null
  readonly isSingle: boolean
}

function Effect({ factor, preview, failure, isSingle }: EffectProps) {
  const t = useWords('admin')
  const locale = useLocale()
  const errorText = useErrorText()
  if (factor === null) return <p className="text-broken">{t('weightWrong')}</p>
  if (failure !== null) return <p className="text-broken">{`${t('effectUnknown')} ${errorText(failure)}`}</p>
  if (preview === null) return <p className="text-ink-3">{t('workingOut')}</p>
  if (preview.sources.length === 0) return <p className="text-ink-3">{t('notPlannedYet')}</p>
  const { delay, polls } = totals(preview)
  return (
    <dl aria-live="polite" className="flex flex-wrap gap-x-7 gap-y-1">
      <Change
        name={isSingle ? t('delayExpected') : t('meanDelayExpected')}
        now={formatDuration(delay.now, locale)}
        then={formatDuration(delay.then, locale)}
      />
      <Change
        name={t('pollsADay')}
        now={figureText(polls.now, t, locale)}
        then={figureText(polls.then, t, locale)}
      />
      <div>
        <dt className="text-12 font-medium text-ink-3">{t('allOthers')}</dt>
        <dd className="text-14 font-semibold whitespace-nowrap">{othersText(preview.others, t, locale)}</dd>
      </div>
    </dl>
  )
}

function totals({ sources }: WeightPreviewAnswer) {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return {
    delay: {
      now: sum(sources.map((source) => source.predictedDelayMs.now)) / sources.length,
      then: sum(sources.map((source) => source.predictedDelayMs.then)) / sources.length,
    },
    polls: {
      now: sum(sources.map((source) => source.pollsPerDay.now)),
      then: sum(sources.map((source) => source.pollsPerDay.then)),
    },
  }
}

function othersText(
  { nowMs, thenMs }: WeightPreviewAnswer['others'],
  t: AreaWords<'admin'>,
  locale: Locale,
): string {
  return nowMs === null || thenMs === null ? t('noOthers') : changeWords(nowMs, thenMs, t, locale)
}

function Change(props: { readonly name: string; readonly now: string; readonly then: string }) {
  return (
    <div>
      <dt className="text-12 font-medium text-ink-3">{props.name}</dt>
      <dd className="text-14 font-semibold whitespace-nowrap">
        <span className="font-[450] text-ink-3">{props.now} →</span> {props.then}
      </dd>
    </div>
  )
}
