import type { WeekSaving } from '#lib/api/freshness/freshness.ts'
import { HOUR_MS } from '#lib/policy/basics/time.ts'

const width = 1200
const height = 630
const margin = 72
/** The traces begin here, and an hour is so high. */
const groundY = 488
const hourPx = 190

const light = 'oklch(.985 .006 225)'
const fresh = 'oklch(.8 .098 224)'
const late = 'oklch(.825 .108 76)'
const sky = [
  [0, 'oklch(.2 .045 262)'],
  [0.6, 'oklch(.29 .07 252)'],
  [1, 'oklch(.4 .085 242)'],
] as const

type SavingPictureProps = {
  /** "Skylark saved your news", and then "41 hours of waiting". */
  readonly lead: string
  readonly amount: string
  /** The legend of the traces. */
  readonly bySkylark: string
  readonly byHourly: string
  readonly traces: WeekSaving['traces']
}

/**
 * The saving of a week, made to be shown to others: each line is an article, bright until Skylark found it and pale until an hourly check
 * would have. It keeps its colours in both themes, and stands alone as a file: nothing in it is styled from outside.
 */
export function SavingPicture({ lead, amount, bySkylark, byHourly, traces }: SavingPictureProps) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={`${lead} ${amount}`}
      fontFamily="'Hanken Grotesk', system-ui, sans-serif"
      style={{ display: 'block', width: '100%', height: 'auto' }}
    >
      <defs>
        <linearGradient id="saving-sky" x2="0" y2="1">
          {sky.map(([offset, colour]) => (
            <stop key={offset} offset={offset} stopColor={colour} />
          ))}
        </linearGradient>
      </defs>
      <rect width={width} height={height} fill="url(#saving-sky)" />
      <text x={margin} y="112" fontSize={fitted(lead, 48)} fontWeight="450" fill={light} fillOpacity=".82">
        {lead}
      </text>
      <text x={margin} y="204" fontSize={fitted(amount, 86)} fontWeight="640" fill={light}>
        {amount}
      </text>
      <path d={`M${margin} ${groundY}H${width - margin}`} stroke={light} strokeOpacity=".28" />
      {traces.map((trace, index) => (
        <Line
          key={`${String(index)} ${trace.hourlyMs}`}
          {...trace}
          x={margin + ((index + 0.5) * (width - 2 * margin)) / traces.length}
        />
      ))}
      {/* A phone shows the picture at three tenths of its size, and 38 as 11 px. */}
      <g fontSize="38" fontWeight="500" fill={light}>
        <circle cx={margin + 10} cy="536" r="10" fill={fresh} />
        <text x={margin + 34} y="549">
          {bySkylark}
        </text>
        <circle
          cx={margin + 10}
          cy="588"
          r="8.5"
          fill="none"
          stroke={light}
          strokeOpacity=".7"
          strokeWidth="3"
        />
        <text x={margin + 34} y="601" fillOpacity=".8">
          {byHourly}
        </text>
      </g>
      <Bird />
    </svg>
  )
}

type LineProps = WeekSaving['traces'][number] & { readonly x: number }

/** An article from its publication upwards; amber when it was found later than by an hourly check. What is beyond an hour ends there. */
function Line({ delayMs, hourlyMs, x }: LineProps) {
  const y = (ms: number) => (groundY - (Math.min(ms, HOUR_MS) / HOUR_MS) * hourPx).toFixed(1)
  const at = x.toFixed(1)
  const colour = delayMs > hourlyMs ? late : fresh
  return (
    <>
      {delayMs < hourlyMs && (
        <path d={`M${at} ${y(delayMs)}V${y(hourlyMs)}`} stroke={light} strokeOpacity=".3" strokeWidth="2" />
      )}
      <circle cx={at} cy={y(hourlyMs)} r="2.2" fill="none" stroke={light} strokeOpacity=".55" />
      <path d={`M${at} ${groundY}V${y(delayMs)}`} stroke={colour} strokeWidth="3" strokeLinecap="round" />
      <circle cx={at} cy={y(delayMs)} r="3.6" fill={colour} />
    </>
  )
}

/** Mark and name at the right of the foot. */
function Bird() {
  return (
    <g transform="translate(1012 572)" fill={light}>
      <g transform="translate(-52 18) rotate(-36) scale(.6)" fill={fresh}>
        <path d="M-27 3C-16-5 3-8 15-6c4-4 11-4 14 .5l7 2.5-6.5 2.5C24 7 6 10-9 6.5l-23 4.5 7-6-9-1z" />
        <path d="M2-4C-3-21-15-33-34-37c8 8 10 14 12 20 3 8 9 13 15 15z" />
        <path d="M7-6C10-21 6-34-5-44c18 7 26 21 23 38z" opacity=".82" />
      </g>
      <text x="116" y="29" textAnchor="end" fontSize="38" fontWeight="640">
        Skylark
      </text>
    </g>
  )
}

/** The size of letters at which a line fits; those of Chinese and Japanese are twice as wide. */
function fitted(text: string, most: number): number {
  const ems = [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? 1 : 0.54), 0)
  return Math.round(Math.min(most, (width - 2 * margin) / ems))
}
