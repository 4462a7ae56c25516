import type { ComponentProps } from 'react'
import { GridRows } from '@visx/grid'
import { scaleLinear, type scaleLog } from '@visx/scale'
import { cn } from '#components/ui/class-names.ts'

/** Maps values onto positions, in units of a drawing. */
export type Scale = ReturnType<typeof scaleLinear<number>> | ReturnType<typeof scaleLog<number>>

/** A value of an axis and what is written there. */
export type Tick = { readonly at: number; readonly label: string }

/**
 * An axis from nought to the round value at or above `most`, or to 1 where there is nothing, with the round values that
 * cut it into about so many parts.
 */
export function axisFromNought(most: number, range: readonly [from: number, to: number], parts = 3) {
  const scale = scaleLinear<number>({ domain: [0, most > 0 ? most : 1], range: [...range], nice: parts })
  return { scale, ticks: scale.ticks(parts) }
}

type AxisRowsProps = {
  readonly scale: Scale
  readonly ticks: readonly Tick[]
  readonly left: number
  readonly right: number
}

/** Lines across a drawing, with the value of each at its left. */
export function AxisRows({ scale, ticks, left, right }: AxisRowsProps) {
  return (
    <>
      <GridRows
        scale={scale}
        tickValues={ticks.map(({ at }) => at)}
        left={left}
        width={right - left}
        stroke="inherit" // the colour of the class: a line's own attribute would win over it
        className="stroke-line"
      />
      {ticks.map(({ at, label }) => (
        <AxisText key={at} x={left - 7} y={scale(at) + 4} textAnchor="end">
          {label}
        </AxisText>
      ))}
    </>
  )
}

type AxisColumnsProps = {
  readonly scale: Scale
  readonly ticks: readonly Tick[]
  readonly y: number
  readonly anchorOf?: (position: number) => 'start' | 'middle' | 'end'
}

/** Values below an axis, in the middle below their places unless told otherwise. */
export function AxisColumns({ scale, ticks, y, anchorOf = () => 'middle' }: AxisColumnsProps) {
  return ticks.map(({ at, label }) => (
    <AxisText key={at} x={scale(at)} y={y} textAnchor={anchorOf(scale(at))}>
      {label}
    </AxisText>
  ))
}

/** Words of a chart that are no heading: values along its axes, units. */
export function AxisText({ className, ...text }: ComponentProps<'text'>) {
  return <text {...text} className={cn('fill-ink-3 text-[11px] font-medium', className)} />
}
