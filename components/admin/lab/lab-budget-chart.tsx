'use client'

import type { LabPolicy, LabComparison, LabResult } from '#lib/api/server/lab.ts'
import { pointWords } from '#components/ui/chart/chart-cursor.tsx'
import { ChartFrame } from '#components/ui/chart/chart-frame.tsx'
import { ChartLines, type ChartLine } from '#components/ui/chart/chart-lines.tsx'
import { formatDecimal, formatDuration } from '#lib/text/format.ts'
import type { Locale } from '#lib/words/areas.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import {
  figureWords,
  msText,
  pollsText,
  usePolicyWords,
  type LabFigure,
} from '#components/admin/shared/lab-words.ts'

/** Of a run under way there are points alone. */
type Charted = Pick<LabResult, 'points' | 'livePolicy' | 'budgetPerDay' | 'bound'> & {
  readonly compared: readonly (Pick<LabComparison, 'policy'> & Partial<Pick<LabComparison, 'figures'>>)[]
}

type LabBudgetChartProps = {
  readonly result: Charted
  readonly figure: LabFigure
  /** Drawn as the second of two that are compared. */
  readonly chosen: LabComparison | null
}

const dashes = ['', '6 4', '2 4', '10 3 2 3', '4 2', '1 3', '12 4', '6 2 1 2', '3 3', '8 2', '2 2'] as const
/** Ticks of the scale of delays as a clock would have them, in seconds. */
const roundSeconds = [
  ...[1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_200, 2_400, 3_600, 7_200, 14_400, 28_800, 57_600],
  ...[86_400, 172_800, 345_600, 604_800],
]
const mostTicks = 7
/** A logarithm knows no nought. */
const leastMs = 1_000
/** Shorter delays than the shortest one of a policy by more than this would press the policies together. */
const mostBelow = 5
/** Nearly as many polls as the live policy's are not worth a line. */
const alikeWithin = 0.05

/** Delay against budget, a curve for each policy. */
export function LabBudgetChart({ result, figure, chosen }: LabBudgetChartProps) {
  const t = useWords('lab')
  const locale = useLocale()
  const words = usePolicyWords()
  const { compared, points, livePolicy, budgetPerDay, bound = [] } = result
  const lines = compared.map(({ policy }, index): ChartLine => {
    const name = words(policy).name
    return {
      key: policy,
      label: policy === livePolicy ? `${name} (${t('live')})` : name,
      tone: toneOf(policy, livePolicy, chosen?.policy ?? null),
      dash: dashes[policy === livePolicy ? 0 : Math.max(1, index % dashes.length)] ?? '',
      points: points
        .filter((point) => point.policy === policy)
        .flatMap((point) => {
          const delayMs = point[figure]
          return delayMs === null || point.polls === 0
            ? []
            : [{ x: point.pollsPerDay, y: Math.max(leastMs, delayMs), ...boundsOf(point, figure) }]
        })
        .sort((a, b) => a.x - b.x),
    }
  })
  const lowest = Math.min(...lines.flatMap((line) => line.points.map(({ y }) => y))) / mostBelow
  const future: ChartLine = {
    key: 'knowing-future',
    label: t('knowingFuture'),
    tone: 'other',
    dash: '1 5',
    points: (figure === 'weightedMeanMs' ? bound : []).flatMap(({ budgetPerDay: x, weightedMeanMs: y }) =>
      // Where each posting would be found as it comes, the line has left the scale; the table has it.
      y === null || y < lowest ? [] : [{ x, y, low: null, high: null }],
    ),
  }
  const drawn = [...lines, future].filter((line) => line.points.length > 0)
  const isShaded = drawn.some(({ points }) => points.length > 1 && points.some(({ low }) => low !== null))
  const name = `${t('delayAgainstBudget')}, ${t(figureWords[figure])}`
  return (
    <section className="min-w-0">
      <h2 className="text-[15px] leading-5 font-[620]">{t('delayAgainstBudget')}</h2>
      <p className="mt-0.5 mb-2 text-ink-3">
        {t(figureWords[figure])}, {t('delayAgainstBudgetLede')}
        {isShaded && t('shaded')}
      </p>
      <ChartFrame name={name} table={tableOf()} points={pointsOf(drawn, locale)}>
        {(size) => (
          <ChartLines
            size={size}
            name={name}
            lines={drawn}
            xTicks={budgetTicks(result, drawn).map((at) => ({ at, label: pollsText(at, locale) }))}
            yTicks={delayTicks(drawn).map((at) => ({ at, label: formatDuration(at, locale) }))}
            xLabel={t('budgetOfThese')}
            mark={{ at: budgetPerDay, label: t('budgetNow') }}
            bridge={bridgeOf()}
          />
        )}
      </ChartFrame>
    </section>
  )

  /** The polls that the second needs for the result of the live policy with its own. */
  function bridgeOf() {
    const live = compared.find(({ policy }) => policy === livePolicy)?.figures
    const toX = chosen?.pollsToReach ?? null
    if (figure !== 'weightedMeanMs' || toX === null || !live || live.weightedMeanMs === null) return null
    const ratio = toX / live.pollsPerDay
    if (Math.abs(Math.log(ratio)) < alikeWithin) return null
    const times = formatDecimal(ratio, ratio < 2 ? 2 : 1, locale)
    return { fromX: live.pollsPerDay, toX, y: live.weightedMeanMs, label: t('sameDelay', { times }) }
  }

  function meanText({ weightedMeanMs, interval = null }: LabResult['points'][number]) {
    const mean = msText(weightedMeanMs, locale)
    if (interval === null) return mean
    return t('meanBetween', {
      mean,
      low: msText(interval.lowMs, locale),
      high: msText(interval.highMs, locale),
    })
  }

  function tableOf() {
    return {
      columns: [t('policy'), t('pollsADay'), t('weightedMean'), t('halfWithin'), t('ninetyWithin')],
      rows: [
        ...points.map((point) => ({
          key: `${point.policy} ${point.budgetPerDay}`,
          cells: [
            words(point.policy).name,
            pollsText(point.pollsPerDay, locale),
            meanText(point),
            msText(point.medianMs, locale),
            msText(point.p90Ms, locale),
          ],
        })),
        ...bound.map((point) => ({
          key: `knowing-future ${point.budgetPerDay}`,
          cells: [
            ...[t('knowingFuture'), pollsText(point.budgetPerDay, locale)],
            msText(point.weightedMeanMs, locale),
          ],
        })),
      ],
    }
  }
}

/** Each point of each line, from left to right, as the keys go through them. */
function pointsOf(lines: readonly ChartLine[], locale: Locale) {
  return lines.flatMap(({ key, label, points }) =>
    points.map(({ x, y }, index) => ({
      key: `${key} ${index}`,
      words: pointWords(label, locale.t('perDay', { figure: pollsText(x, locale) }), msText(y, locale)),
    })),
  )
}

/** The interval of a point, which only the weighted mean has. */
function boundsOf({ interval = null }: LabResult['points'][number], figure: LabFigure) {
  const known = figure === 'weightedMeanMs' ? interval : null
  if (known === null) return { low: null, high: null }
  return { low: Math.max(leastMs, known.lowMs), high: Math.max(leastMs, known.highMs) }
}

function toneOf(policy: LabPolicy, live: LabPolicy, chosen: LabPolicy | null): ChartLine['tone'] {
  if (policy === live) return 'first'
  return policy === chosen ? 'second' : 'other'
}

/** The budgets that were spent, more or less, and the present one: minimum intervals may leave the greatest of them unspent. */
function budgetTicks({ points, budgetPerDay }: Charted, lines: readonly ChartLine[]): number[] {
  const polls = lines.flatMap((line) => line.points.map(({ x }) => x))
  const least = Math.min(...polls) / 1.2
  const most = Math.max(...polls) * 1.2
  return [...new Set(points.map((point) => point.budgetPerDay))]
    .filter((budget) => budget === budgetPerDay || (budget >= least && budget <= most))
    .sort((a, b) => a - b)
}

/** Round delays within those drawn, not so many that they touch. */
function delayTicks(lines: readonly ChartLine[]): number[] {
  const delays = lines.flatMap(({ points }) => points.map(({ y }) => y))
  const least = Math.min(...delays)
  const most = Math.max(...delays)
  const within = roundSeconds
    .map((seconds) => seconds * 1000)
    .filter((at) => at >= least / 1.3 && at <= most * 1.3)
  const step = Math.ceil(within.length / mostTicks)
  return within.filter((_, index) => index % step === 0)
}
