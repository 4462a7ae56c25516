import Link from 'next/link'
import type { BudgetPreview } from '#lib/api/admin.ts'
import { ChartCurve } from '#components/ui/chart-curve.tsx'
import { ChartFrame } from '#components/ui/chart-frame.tsx'
import { formatCount, formatDuration } from '#lib/format.ts'
import { changeWords, delayText } from './source-figures.ts'

const minuteMs = 60_000

type BudgetEffectProps = {
  readonly preview: BudgetPreview | null
  readonly failure: Error | null
  readonly isEdited: boolean
}

/** What a budget does to the weighted mean delay, as a sentence, a curve, and who gains. */
export function BudgetEffect({ preview, failure, isEdited }: BudgetEffectProps) {
  if (failure !== null) return <p className="mt-3 text-broken">The effect is unknown. {failure.message}</p>
  if (preview === null) return <p className="mt-3 text-ink-3">working out the effect…</p>
  const { now, then } = preview
  return (
    <div className="mt-3">
      <p aria-live="polite">
        <span className="block text-12 font-medium text-ink-3">Mean weighted delay expected</span>
        <span className="text-14 font-semibold">
          {isEdited && <span className="font-[450] text-ink-3">{delayText(now.predictedDelayMs)} → </span>}
          {delayText(isEdited ? then.predictedDelayMs : now.predictedDelayMs)}
        </span>
      </p>
      {preview.curve.length > 1 && <Curve preview={preview} isEdited={isEdited} />}
      {isEdited && preview.gainers.length > 0 && <Gainers preview={preview} />}
    </div>
  )
}

function Curve({ preview, isEdited }: { readonly preview: BudgetPreview; readonly isEdited: boolean }) {
  const { now, then, curve } = preview
  const first = curve[0]
  const last = curve.at(-1)
  if (first === undefined || last === undefined) return null
  const name = `Expected mean weighted delay: ${formatDuration(first.predictedDelayMs)} at ${formatCount(first.budgetPerDay)} polls a day, ${formatDuration(last.predictedDelayMs)} at ${formatCount(last.budgetPerDay)}`
  const inThousands = last.budgetPerDay >= 4000
  const rows = curve.map((point) => ({
    key: String(point.budgetPerDay),
    cells: [formatCount(point.budgetPerDay), formatDuration(point.predictedDelayMs)],
  }))
  return (
    <div className="mt-2">
      <ChartFrame name={name} table={{ columns: ['Polls a day', 'Delay expected'], rows }} isBare>
        <ChartCurve
          name={name}
          points={curve.map((point) => ({ x: point.budgetPerDay, y: point.predictedDelayMs / minuteMs }))}
          xLabel={inThousands ? 'thousand polls a day' : 'polls a day'}
          formatX={(value) =>
            inThousands ? String(Number((value / 1000).toPrecision(2))) : formatCount(value)
          }
          formatY={(value) => (value === 0 ? '0' : formatDuration(value * minuteMs))}
          now={pointOf(now)}
          then={isEdited ? pointOf(then) : null}
        />
      </ChartFrame>
    </div>
  )
}

function pointOf(at: BudgetPreview['now']) {
  return at.predictedDelayMs === null ? null : { x: at.budgetPerDay, y: at.predictedDelayMs / minuteMs }
}

function Gainers({ preview }: { readonly preview: BudgetPreview }) {
  const most = Math.max(...preview.gainers.map((gainer) => Math.abs(gainer.changeMs)), 1)
  const isLess = preview.then.budgetPerDay < preview.now.budgetPerDay
  return (
    <div className="mt-3">
      <h3 className="font-[620]">{isLess ? 'Lose most' : 'Gain most'}</h3>
      <ul>
        {preview.gainers.map((gainer) => (
          <li key={gainer.id} className="grid h-7 grid-cols-[minmax(0,1fr)_40px_96px] items-center gap-2">
            <Link href={`/sources/${gainer.id}`} className="truncate hover:underline">
              {gainer.title}
            </Link>
            <span
              aria-hidden
              className="h-1.5 rounded-[2px] bg-fresh-solid"
              style={{ width: `${(Math.abs(gainer.changeMs) / most) * 100}%` }}
            />
            <span className="text-right font-[550] whitespace-nowrap">{changeWords(0, gainer.changeMs)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
