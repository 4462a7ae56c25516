import { ChartCurve } from '#components/ui/chart/chart-curve.tsx'
import { pointWords } from '#components/ui/chart/chart-cursor.tsx'
import { ChartFrame } from '#components/ui/chart/chart-frame.tsx'
import { formatCount, formatDuration } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { useErrorText } from '#components/ui/form/error-text.ts'
import { MovedSources } from '#components/admin/sources/moved-sources.tsx'
import { delayUnitMs, msText } from '#components/admin/shared/lab-words.ts'
import { delayText } from '#components/admin/sources/source-figures.ts'
import type { BudgetPreviewAnswer } from '#lib/api/server/admin.ts'

type BudgetEffectProps = {
  readonly preview: BudgetPreviewAnswer | null
  readonly failure: Error | null
  readonly isEdited: boolean
  /** Says what hourly checks of all would give. */
  readonly comparesHourly: boolean
}

/** The room of the curve, kept free for it: nothing below it moves when it comes. */
const height = 'min-h-61'

/** Half an hour: what an article waits on average where every feed is checked each hour. */
const hourlyDelayMs = 1_800_000

/** The effect of a budget on the weighted mean delay, as a sentence, a curve, and who gains. */
export function BudgetEffect({ preview, failure, isEdited, comparesHourly }: BudgetEffectProps) {
  const t = useWords('admin')
  const locale = useLocale()
  const errorText = useErrorText()
  if (failure !== null)
    return <p className="mt-3 text-broken">{`${t('effectUnknown')} ${errorText(failure)}`}</p>
  if (preview === null) return <p className={`mt-3 text-ink-3 ${height}`}>{t('workingOut')}</p>
  const { now, then } = preview
  const delayMs = (isEdited ? then : now).predictedDelayMs
  return (
    <div className={`mt-3 ${preview.curve.length > 1 ? height : ''}`}>
      {(isEdited || delayMs !== null) && (
        <p aria-live="polite">
          <span className="block text-12 font-medium text-ink-3">{t('meanWeightedDelay')}</span>
          <span className="text-14 font-semibold">
            {isEdited && (
              <span className="font-[450] text-ink-3">{delayText(now.predictedDelayMs, locale)} → </span>
            )}
            {delayText(delayMs, locale)}
          </span>
          {comparesHourly && delayMs !== null && delayMs < hourlyDelayMs && (
            <span className="block text-12 text-ink-3">
              {t('hourlyWouldGive', { delay: formatDuration(hourlyDelayMs, locale) })}
            </span>
          )}
        </p>
      )}
      {preview.curve.length > 1 && <Curve preview={preview} isEdited={isEdited} />}
      {isEdited && (
        <MovedSources
          title={t(then.budgetPerDay < now.budgetPerDay ? 'loseMost' : 'gainMost')}
          sources={preview.gainers}
        />
      )}
    </div>
  )
}

function Curve({ preview, isEdited }: { readonly preview: BudgetPreviewAnswer; readonly isEdited: boolean }) {
  const t = useWords('admin')
  const locale = useLocale()
  const { now, then, curve } = preview
  const first = curve[0]
  const last = curve.at(-1)
  if (first === undefined || last === undefined) return null
  const name = t('curve', {
    firstDelay: formatDuration(first.predictedDelayMs, locale),
    firstBudget: first.budgetPerDay,
    lastDelay: formatDuration(last.predictedDelayMs, locale),
    lastBudget: last.budgetPerDay,
  })
  const unitMs = delayUnitMs(Math.max(...curve.map(({ predictedDelayMs }) => predictedDelayMs)))
  const pointOf = ({ budgetPerDay, predictedDelayMs }: BudgetPreviewAnswer['now']) =>
    predictedDelayMs === null ? null : { x: budgetPerDay, y: predictedDelayMs / unitMs }
  const inThousands = last.budgetPerDay >= 40_000
  const rows = curve.map((point) => ({
    key: String(point.budgetPerDay),
    cells: [formatCount(point.budgetPerDay, locale), formatDuration(point.predictedDelayMs, locale)],
  }))
  const points = curve.map((point, index) => ({
    key: String(index),
    words: pointWords(
      `${formatCount(point.budgetPerDay, locale)} ${t('pollsADayAxis')}`,
      formatDuration(point.predictedDelayMs, locale),
    ),
  }))
  return (
    <div className="mt-2">
      <ChartFrame
        name={name}
        table={{ columns: [t('pollsADay'), t('delayExpected')], rows }}
        isBare
        points={points}
      >
        <ChartCurve
          name={name}
          points={curve.map((point) => ({ x: point.budgetPerDay, y: point.predictedDelayMs / unitMs }))}
          xLabel={inThousands ? t('thousandPollsADay') : t('pollsADayAxis')}
          formatX={(value) =>
            formatCount(inThousands ? Number((value / 1000).toPrecision(2)) : value, locale)
          }
          formatY={(value) => (value === 0 ? '0' : msText(value * unitMs, locale))}
          now={pointOf(now)}
          then={isEdited ? pointOf(then) : null}
        />
      </ChartFrame>
    </div>
  )
}
