import { scaleLinear, scaleLog } from '@visx/scale'
import { line } from '@visx/shape'
import { formatDuration } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'

const width = 64
const height = 14
/** Below it all is quick: without it, 2 s against 4 s would fill the height. */
const leastMs = 60_000

type SparkLineProps = { readonly mediansMs: readonly (number | null)[]; readonly isBroken: boolean }

/** Median delay of each day, oldest first; days without postings are gaps. Nothing for less than two days with postings. */
export function SparkLine({ mediansMs, isBroken }: SparkLineProps) {
  const t = useWords('admin')
  const locale = useLocale()
  const known = mediansMs.filter((ms) => ms !== null)
  if (known.length < 2) return null
  const [least, most] = [Math.min(...known), Math.max(...known)].map((ms) => formatDuration(ms, locale))
  return (
    <svg
      width={width}
      height={height}
      role="img"
      aria-label={t('sparkLine', { least: least ?? '', most: most ?? '' })}
      className={`ms-auto block overflow-visible fill-none rtl:-scale-x-100 ${isBroken ? 'stroke-late-solid' : 'stroke-fresh-solid'}`}
      strokeWidth="1.25"
      strokeLinecap="round"
    >
      <path d={sparkPath(mediansMs)} />
    </svg>
  )
}

/** The line as a path, lifted over gaps; a day between two gaps is closed at once, which is a dot where line caps are round. */
export function sparkPath(mediansMs: readonly (number | null)[]): string {
  const most = Math.max(leastMs * 2, ...mediansMs.map((ms) => ms ?? 0))
  const x = scaleLinear<number>({
    domain: [0, Math.max(1, mediansMs.length - 1)],
    range: [1, width - 1],
  })
  const y = scaleLog<number>({ domain: [leastMs, most], range: [height - 1, 1], clamp: true })
  const path = line<number | null>({
    x: (_, day) => x(day),
    y: (ms) => y(ms ?? 0),
    defined: (ms) => ms !== null,
  })
  return path([...mediansMs]) ?? ''
}
