import type { LabComparison } from '#lib/api/lab.ts'
import { linearScale } from '#components/ui/chart-scale.ts'

type Difference = NonNullable<LabComparison['difference']>

const width = 150

/** How far the scale reaches that all differences of a result are drawn on, so that rows can be compared. */
export function reachOf(compared: readonly LabComparison[]): number {
  const ends = compared.flatMap(({ difference }) => (difference === null ? [] : [difference.ms]))
  return Math.max(1, ...ends.map(Math.abs)) * 1.15
}

/** A difference to the live policy as a dot, with its interval; left of the line is sooner. The words stand below. */
export function DifferenceDot({
  difference,
  reach,
}: {
  readonly difference: Difference
  readonly reach: number
}) {
  const straight = linearScale([-reach, reach], [4, width - 4])
  const x = (ms: number) => straight(Math.min(reach, Math.max(-reach, ms)))
  const { ms, lowMs, highMs } = difference
  return (
    <svg viewBox={`0 0 ${width} 12`} aria-hidden className="mb-0.5 h-3 w-[150px] [direction:ltr]">
      <path d={`M${width / 2} 0V12`} className="stroke-line-strong" />
      <path
        d={`M${x(lowMs)} 6H${x(highMs)}`}
        strokeWidth="2"
        className={ms < 0 ? 'stroke-fresh-solid' : 'stroke-late-solid'}
      />
      <circle cx={x(ms)} cy="6" r="4" className={ms < 0 ? 'fill-fresh-solid' : 'fill-late-solid'} />
    </svg>
  )
}
