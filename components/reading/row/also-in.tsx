import { cn } from '#components/ui/class-names.ts'
import { SourceAvatar } from '#components/ui/source-avatar.tsx'
import type { AlsoIn } from '#lib/api/postings/postings.ts'
import { durationParts, formatDuration } from '#lib/text/format.ts'
import type { Locale } from '#lib/words/areas.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'

const MOST_NAMED = 2

type AlsoInLineProps = { readonly others: readonly AlsoIn[]; readonly className?: string | undefined }

/** Under a row: who else tells its story, and how much later. */
export function AlsoInLine({ others, className }: AlsoInLineProps) {
  const t = useWords('text')
  const locale = useLocale()
  if (others.length === 0) return null
  const named = others.slice(0, MOST_NAMED)
  const names = named.map(({ sourceTitle }) => sourceTitle)
  const more = others.length - named.length
  const words =
    more > 0
      ? t('alsoInSome', { sources: names.join(', '), more })
      : t('alsoInAll', { sources: listOf(names, locale), times: laterTimes(named, locale) })
  return (
    <p className={cn('mt-0.5 flex min-w-0 items-center gap-1.5 text-12 text-ink-3', className)}>
      <span aria-hidden className="flex shrink-0 -space-x-0.5 rtl:space-x-reverse">
        {named.map(({ id, sourceTitle, sourceIconUrl }) => (
          <SourceAvatar key={id} title={sourceTitle} iconUrl={sourceIconUrl} size={14} />
        ))}
      </span>
      <span className="min-w-0 truncate">{words}</span>
    </p>
  )
}

/** "6 and 19 min"; "none" where one came before. */
function laterTimes(others: readonly AlsoIn[], locale: Locale): string {
  if (others.some(({ laterMs }) => laterMs < 0)) return 'none'
  const parts = others.map(({ laterMs }) => durationParts(laterMs))
  const isOneUnit = parts.every(({ unit, minutes }) => unit === parts[0]?.unit && minutes === 0)
  const times = others.map(({ laterMs }, index) =>
    isOneUnit && index < others.length - 1
      ? String(parts[index]?.count ?? '')
      : formatDuration(laterMs, locale),
  )
  return listOf(times, locale)
}

function listOf(items: readonly string[], { tag }: Locale): string {
  return new Intl.ListFormat(tag, { type: 'conjunction' }).format(items)
}
