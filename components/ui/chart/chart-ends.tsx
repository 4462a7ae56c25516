import { LinePath } from '@visx/shape'

type LineEnd = {
  readonly key: string
  readonly label: string
  /** The end of the line. */
  readonly x: number
  readonly y: number
  readonly isStrong: boolean
}

type ChartEndsProps = {
  readonly ends: readonly LineEnd[]
  /** The place where the words begin, and how far down they may go. */
  readonly x: number
  readonly bottom: number
}

const labelGap = 16

/** The names of lines beside their right ends, each led to its own. */
export function ChartEnds({ ends, x, bottom }: ChartEndsProps) {
  return placeLabels(ends, bottom).map((end) => (
    <g key={end.key}>
      <LinePath
        data={[
          [end.x + 6, end.y],
          [x - 8, end.place],
          [x - 4, end.place],
        ]}
        className="stroke-line-strong"
      />
      <text
        x={x}
        y={end.place + 4}
        className={`text-[12px] ${end.isStrong ? 'fill-ink font-semibold' : 'fill-ink-2'}`}
      >
        {end.label}
      </text>
    </g>
  ))
}

/**
 * Labels in units of a drawing, from above to below: moved down where they would touch, and up again where they would go below
 * `bottom`.
 */
function placeLabels(ends: readonly LineEnd[], bottom: number): (LineEnd & { readonly place: number })[] {
  const falling = ends.toSorted((a, b) => a.y - b.y)
  const places: number[] = []
  for (const { y } of falling) places.push(Math.max(y, (places.at(-1) ?? -Infinity) + labelGap))
  for (let index = places.length - 1, most = bottom; index >= 0; index--, most -= labelGap)
    places[index] = Math.min(places[index] ?? most, most)
  return falling.map((end, index) => ({ ...end, place: places[index] ?? end.y }))
}
