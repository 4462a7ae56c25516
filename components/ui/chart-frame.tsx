'use client'

import { useEffect, useRef, useState, type ReactNode } from 'react'
import { BarChart3, Table2 } from 'lucide-react'
import { useWords } from '#lib/words/use-words.tsx'

type ChartTable = {
  readonly columns: readonly string[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
}

type ChartFrameProps = {
  /** One sentence that says what the chart shows; the name of the table, too. */
  readonly name: string
  readonly table: ChartTable
  /** Least width of the drawing; narrower windows scroll inside the panel. */
  readonly minWidth?: number
  /** Where it must scroll, its right end is seen first: the newest. */
  readonly startsAtEnd?: boolean
  /** What belongs to the drawing and must not scroll away with it. */
  readonly note?: ReactNode
  /** Without the panel around it. */
  readonly isBare?: boolean
  readonly children: ReactNode
}

/** A chart with the table of its values one button, or the key `t`, away. */
export function ChartFrame(props: ChartFrameProps) {
  const { name, table, minWidth = 0, startsAtEnd = false, isBare = false, note, children } = props
  const t = useWords('common')
  const [showsTable, setShowsTable] = useState(false)
  const Icon = showsTable ? BarChart3 : Table2
  const frame = useRef<HTMLDivElement>(null)
  const scrolled = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (startsAtEnd && !showsTable) scrolled.current?.scrollTo({ left: scrolled.current.scrollWidth })
  }, [startsAtEnd, showsTable])
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
      {/* What may scroll must take the focus, so that arrow keys can scroll it. */}
      <div
        ref={scrolled}
        role="group"
        aria-label={name}
        tabIndex={minWidth > 0 ? 0 : undefined}
        className="overflow-x-auto"
      >
        {showsTable ? <ValueTable name={name} table={table} /> : <div style={{ minWidth }}>{children}</div>}
      </div>
      {showsTable ? null : note}
      <button
        type="button"
        aria-keyshortcuts="t"
        aria-pressed={showsTable}
        onClick={() => setShowsTable(!showsTable)}
        className="mt-1 inline-flex h-7 items-center gap-1.5 rounded-2 text-12 font-[550] text-ink-2 hover:text-ink max-sm:h-11"
      >
        <Icon size={13} strokeWidth={1.75} aria-hidden />
        {showsTable ? t('chart') : t('table')}
      </button>
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
