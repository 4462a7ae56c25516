import { scaleLinear } from '@visx/scale'
import { Circle, Line } from '@visx/shape'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import type { LabRowProps } from './lab-act.tsx'
import { changeText } from '#components/admin/shared/lab-words.ts'
import type { LabComparison } from '#lib/api/server/lab.ts'

type Difference = NonNullable<LabComparison['difference']>

const width = 150

/** The end of the scale on which all differences of a result are drawn, so that rows can be compared. */
export function reachOf(compared: readonly LabComparison[]): number {
  const ends = compared.flatMap(({ difference }) => (difference === null ? [] : [difference.ms]))
  return Math.max(1, ...ends.map(Math.abs)) * 1.15
}

/** The distance of a policy from the live one: a dot, the difference, and between what it lies. */
export function DifferenceWords({ row }: { readonly row: LabRowProps }) {
  const t = useWords('lab')
  const locale = useLocale()
  const { difference } = row.compared
  if (row.isLive) return <span className="text-ink-3">{t('comparedWith')}</span>
  if (difference === null) return null
  const { ms, lowMs, highMs } = difference
  return (
    <>
      <DifferenceDot difference={difference} reach={row.reach} />
      <span className="font-[550]">{changeText(ms, locale)}</span>{' '}
      <span className="text-ink-3">
        {lowMs === null || highMs === null
          ? t('tooFewSources')
          : `(${changeText(lowMs, locale)} … ${changeText(highMs, locale)})`}
      </span>
    </>
  )
}

/** A difference to the live policy as a dot, with its interval; left of the line is sooner. The words stand below. */
function DifferenceDot({ difference, reach }: { readonly difference: Difference; readonly reach: number }) {
  const x = scaleLinear<number>({ domain: [-reach, reach], range: [4, width - 4], clamp: true })
  const { ms, lowMs, highMs } = difference
  return (
    <svg viewBox={`0 0 ${width} 12`} aria-hidden className="mb-0.5 h-3 w-[150px] [direction:ltr]">
      <Line from={{ x: width / 2, y: 0 }} to={{ x: width / 2, y: 12 }} className="stroke-line-strong" />
      {lowMs !== null && highMs !== null && (
        <Line
          from={{ x: x(lowMs), y: 6 }}
          to={{ x: x(highMs), y: 6 }}
          strokeWidth="2"
          className={ms < 0 ? 'stroke-fresh-solid' : 'stroke-late-solid'}
        />
      )}
      <Circle cx={x(ms)} cy="6" r="4" className={ms < 0 ? 'fill-fresh-solid' : 'fill-late-solid'} />
    </svg>
  )
}
