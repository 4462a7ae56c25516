'use client'

import { useEffect, useRef, useState, type ReactNode } from 'react'
import { BarChart3, Table2 } from 'lucide-react'
import { useWords } from '#lib/words/use-words.tsx'
import { useChartCursor, type ChartPoint } from './chart-cursor.tsx'

/** narrow: as wide as a phone, so that what is drawn as 11 px is seen as such; wide: as its place on a wide page. */
export type ChartSize = 'narrow' | 'wide'
/** Of a drawing whose place is as wide as a page; half: for tablets. */
export type FullSize = ChartSize | 'half'

type ChartTable = {
  readonly columns: readonly string[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
}

type ChartFrameProps = {
  /** One sentence that says what the chart shows; the name of the table, too. */
  readonly name: string
  readonly table: ChartTable
  /** The points that the arrow keys go through, and the pointer finds, in the order of reading. */
  readonly points?: readonly ChartPoint[]
  /** Points that stand in rows of so many: up and down go by rows. */
  readonly rowLength?: number
  /** Stands below the drawing; the table goes without it. */
  readonly note?: ReactNode
  /** Without the panel around it. */
  readonly isBare?: boolean
} & Drawn

/** One drawing for all, or one by the width of the panel, so that its words can be read. */
type Drawn =
  | { readonly isFullWidth?: false; readonly children: ReactNode | ((size: ChartSize) => ReactNode) }
  | { readonly isFullWidth: true; readonly children: (size: FullSize) => ReactNode }

const noPoints: readonly ChartPoint[] = []

/** A chart with the table of its values one button, or the key `t`, away. */
export function ChartFrame(props: ChartFrameProps) {
  const { name, table, isBare = false, note, points = noPoints } = props
  const t = useWords('common')
  const [showsTable, setShowsTable] = useState(false)
  const Icon = showsTable ? BarChart3 : Table2
  const frame = useRef<HTMLDivElement>(null)
  const { area, cursor, clear, handlers } = useChartCursor(points, props.rowLength)
  useEffect(() => {
    const element = frame.current
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 't' || event.ctrlKey || event.metaKey || event.altKey) return
      event.stopPropagation()
      setShowsTable((shows) => !shows)
    }
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <div
      ref={frame}
      className={isBare ? '' : 'rounded-3 border border-line bg-paper px-5 pt-4 pb-2 max-sm:px-3'}
    >
      {/* A chart with points must take the focus, so that arrow keys can steer it. */}
      <div
        role="group"
        aria-label={name}
        tabIndex={points.length > 0 ? 0 : undefined}
        {...handlers}
        className="peer overflow-x-auto"
      >
        {showsTable ? (
          <ValueTable name={name} table={table} />
        ) : (
          <div ref={area} className="relative">
            <Drawings {...props} />
            {cursor !== null && (
              <span
                aria-hidden
                style={cursor.box}
                className="pointer-events-none absolute rounded-1 outline-2 outline-focus"
              />
            )}
          </div>
        )}
      </div>
      {showsTable ? null : note}
      <div className="mt-1 flex items-center gap-x-4 max-sm:flex-wrap sm:min-h-7">
        <button
          type="button"
          aria-keyshortcuts="t"
          aria-pressed={showsTable}
          onClick={() => {
            clear()
            setShowsTable(!showsTable)
          }}
          className="inline-flex h-7 shrink-0 items-center gap-1.5 rounded-2 text-12 font-[550] text-ink-2 hover:text-ink max-sm:h-11"
        >
          <Icon size={13} strokeWidth={1.75} aria-hidden />
          {showsTable ? t('chart') : t('table')}
        </button>
        {points.length > 0 && !showsTable && (
          <p role="status" className="min-w-0 flex-1 text-12 text-ink-2 tabular-nums">
            {cursor?.words}
          </p>
        )}
      </div>
    </div>
  )
}

/** From four fifths of its own width on, the words of a drawing are 9 px or more. */
function Drawings(props: Drawn) {
  if (props.isFullWidth)
    return (
      <div className="@container">
        <div className="mx-auto max-w-[480px] @min-[560px]:hidden">{props.children('narrow')}</div>
        <div className="@max-[560px]:hidden @min-[850px]:hidden">{props.children('half')}</div>
        <div className="@max-[850px]:hidden">{props.children('wide')}</div>
      </div>
    )
  if (typeof props.children !== 'function') return props.children
  return (
    <div className="@container">
      <div className="@min-[480px]:hidden">{props.children('narrow')}</div>
      <div className="@max-[480px]:hidden">{props.children('wide')}</div>
    </div>
  )
}

function ValueTable({ name, table }: { readonly name: string; readonly table: ChartTable }) {
  return (
    <div className="max-h-72 overflow-y-auto">
      <table className="w-full border-collapse text-13">
        <caption className="sr-only">{name}</caption>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th
                key={column}
                scope="col"
                className="border-b border-line-strong py-1.5 pe-4 text-start text-12 font-[550] text-ink-3"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.key}>
              {row.cells.map((cell, index) => (
                <td key={table.columns[index]} className="border-b border-line py-1.5 pe-4">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export type ScatterPoint = {
  readonly key: string
  readonly x: number
  /** The same twice where the value is known exactly; otherwise what is possible. */
  readonly least: number
  readonly most: number
  readonly tone: 'fresh' | 'late' | 'unknown'
}
