'use client'

import { useLocale } from '#lib/words/use-words.tsx'
import { numberFormat } from '#lib/words/intl.ts'
type LogSliderProps = {
  readonly label: string
  readonly value: number
  /** Value before the change: a tick on the track. */
  readonly before: number | null
  readonly least: number
  readonly most: number
  readonly onChange: (value: number) => void
}

const steps = 200

/** A slider whose steps are equal ratios: from 1 to 2 is as far as from 5 to 10. */
export function LogSlider({ label, value, before, least, most, onChange }: LogSliderProps) {
  const { tag } = useLocale()
  const span = Math.log(most / least)
  const share = (of: number) => Math.min(1, Math.max(0, Math.log(Math.max(of, least) / least) / span))
  return (
    <div dir="ltr" className="relative">
      <input
        type="range"
        aria-label={label}
        aria-valuetext={numberFormat(tag).format(value)}
        min={0}
        max={steps}
        step={1}
        value={Math.round(share(value) * steps)}
        onChange={(event) =>
          onChange(roundToTwo(least * Math.exp((Number(event.target.value) / steps) * span)))
        }
        className="block h-7 w-full cursor-pointer accent-ink max-sm:h-11"
      />
      <div className="relative h-4 text-11 font-medium text-ink-3" aria-hidden>
        <span className="absolute start-0">{numberFormat(tag).format(least)}</span>
        <span className="absolute end-0">{numberFormat(tag).format(most)}</span>
        {before !== null && share(before) > 0.12 && share(before) < 0.88 && (
          <span
            className="absolute -translate-x-1/2"
            style={{ left: `calc(8px + (100% - 16px) * ${share(before)})` }}
          >
            {numberFormat(tag).format(before)}
          </span>
        )}
      </div>
    </div>
  )
}

/** Two figures carry what a hand can set. */
function roundToTwo(value: number): number {
  return Number(value.toPrecision(2))
}
