import Link from 'next/link'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { changeWords } from './source-figures.ts'
import type { BudgetPreviewAnswer } from '#lib/api/server/admin.ts'

type MovedSourcesProps = { readonly title: string; readonly sources: BudgetPreviewAnswer['gainers'] }

/** Sources that a change moves, and how far, with a bar for each, the longest first: they were chosen by what it is worth. Nothing without any. */
export function MovedSources({ title, sources }: MovedSourcesProps) {
  const t = useWords('admin')
  const locale = useLocale()
  if (sources.length === 0) return null
  const sorted = sources.toSorted((a, b) => Math.abs(b.changeMs) - Math.abs(a.changeMs))
  const most = Math.abs(sorted[0]?.changeMs ?? 0) || 1
  return (
    <div className="mt-3">
      <h3 className="font-[620]">{title}</h3>
      <ul>
        {sorted.map((source) => (
          <li key={source.id} className="grid h-7 grid-cols-[minmax(0,1fr)_40px_96px] items-center gap-2">
            <Link
              href={`/sources/${source.id}`}
              dir="auto"
              className="truncate text-as-parent hover:underline"
            >
              {source.title}
            </Link>
            <span
              aria-hidden
              className="h-1.5 rounded-[2px] bg-fresh-solid"
              style={{ width: `${(Math.abs(source.changeMs) / most) * 100}%` }}
            />
            <span className="text-end font-[550] whitespace-nowrap">
              {changeWords(0, source.changeMs, t, locale)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
