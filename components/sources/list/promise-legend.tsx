import type { ScatterSpan } from '#components/ui/chart/chart-scatter.tsx'
import { formatShare } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'

const tones = [
  { tone: 'fresh', words: 'stripKept', colour: 'bg-fresh-solid' },
  { tone: 'late', words: 'stripBroken', colour: 'bg-late-solid' },
  { tone: 'unknown', words: 'stripLearning', colour: 'bg-line-strong' },
] as const

/** The meaning of the strip below the chart, with the part of its time that each state took. */
export function PromiseLegend({ spans }: { readonly spans: readonly ScatterSpan[] }) {
  const t = useWords('sources')
  const locale = useLocale()
  const lengthOf = (some: readonly ScatterSpan[]) =>
    some.reduce((sum, { from, until }) => sum + until - from, 0)
  const all = lengthOf(spans)
  if (all <= 0) return null
  return (
    <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-12 text-ink-2">
      <span>{t('stripPromise')}</span>
      {tones.map(({ tone, words, colour }) => {
        const part = lengthOf(spans.filter((span) => span.tone === tone)) / all
        if (part === 0) return null
        return (
          <span key={tone} className="inline-flex items-center gap-1.5">
            <span aria-hidden className={`h-[5px] w-5 ${colour}`} />
            {t(words, { share: formatShare(part, locale) })}
          </span>
        )
      })}
    </p>
  )
}
