import { Circle, Line } from '@visx/shape'
import type { Scale } from './chart-axis.tsx'

export type Bridge = {
  readonly fromX: number
  readonly toX: number
  readonly y: number
  readonly label: string
}

type ChartBridgeProps = {
  readonly bridge: Bridge
  readonly x: Scale
  readonly y: Scale
  /** The room for its words. */
  readonly top: number
  readonly right: number
}

/** Its words stand this far above it; to the right, where falling curves leave room, unless there are less than so many units. */
const bridgeWords = { above: 44, length: 270 } as const

/** A dotted line from a point to another one at the same height, which is ringed and named. */
export function ChartBridge({ bridge, x, y, top, right }: ChartBridgeProps) {
  const from = x(bridge.fromX)
  const to = x(bridge.toX)
  const level = y(bridge.y)
  const words = Math.max(top + 12, level - bridgeWords.above)
  const fits = to + bridgeWords.length <= right
  return (
    <g>
      <Line
        from={{ x: from, y: level }}
        to={{ x: to, y: level }}
        strokeWidth="1.5"
        strokeDasharray="2 3"
        className="stroke-ink"
      />
      <Line from={{ x: to, y: words + 4 }} to={{ x: to, y: level }} className="stroke-line-strong" />
      <Circle cx={to} cy={level} r="4.5" strokeWidth="2" className="fill-paper stroke-ink-2" />
      <text
        x={fits ? to : right}
        y={words}
        textAnchor={fits ? 'start' : 'end'}
        paintOrder="stroke"
        strokeWidth="5"
        className="fill-ink stroke-paper text-[12px] font-semibold"
      >
        {bridge.label}
      </text>
    </g>
  )
}
