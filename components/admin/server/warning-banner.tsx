'use client'

import { AlertTriangle } from 'lucide-react'
import { AdminLink } from '#components/ui/for-admin.tsx'
import type { AdminWarning, WarningCode } from '#lib/api/server/admin.ts'
import { formatBytes, formatDuration, formatShare } from '#lib/text/format.ts'
import { useWarnings } from '#lib/queries/admin/warnings.ts'
import type { Locale, MessageKey } from '#lib/words/areas.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'

/** The trouble, and a way out of it. */
const wordsOf = {
  noAggregator: ['warnNoAggregator', 'warnNoAggregatorDo'],
  nothingAnswers: ['warnNothingAnswers', 'warnNothingAnswersDo'],
  queueLate: ['warnQueueLate', 'warnQueueLateDo'],
  manyFail: ['warnManyFail', 'warnManyFailDo'],
  databaseSlow: ['warnDatabaseSlow', 'warnDatabaseSlowDo'],
  diskNearlyFull: ['warnDiskNearlyFull', 'warnDiskNearlyFullDo'],
  hubLeasesLapsed: ['warnHubLeasesLapsed', 'warnHubLeasesLapsedDo'],
  clockSkew: ['warnClockSkew', 'warnClockSkewDo'],
} as const satisfies Record<Exclude<WarningCode, 'pollingPaused'>, readonly [string, string]>

/** Above the admin's pages: what is late or wrong. Nothing where all is well, or where that cannot be told. */
export function WarningBanner() {
  const t = useWords('admin')
  const { data } = useWarnings()
  const warnings = (data?.warnings ?? []).flatMap(
    ({ code, ...warning }) => (code === 'pollingPaused' ? [] : [{ ...warning, code }]), // PauseBanner says it, and ends it
  )
  return (
    <section aria-label={t('warnings')} aria-live="polite" className="empty:hidden">
      {warnings.length > 0 && (
        <ul className="border-b border-line bg-broken-wash px-10 py-2 max-sm:px-4">
          {warnings.map((warning) => (
            <Warning key={warning.code} warning={warning} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** The page where something can be done about it, by the name that it has above. */
const pageOf: Partial<Record<WarningCode, readonly [string, MessageKey<'admin'>]>> = {
  queueLate: ['/admin/budget', 'budgetAndPolicy'],
  manyFail: ['/admin/sources?state=failing', 'sources'],
  diskNearlyFull: ['/admin/retention', 'retention'],
}

type ShownWarning = AdminWarning & { readonly code: keyof typeof wordsOf }

function Warning({ warning }: { readonly warning: ShownWarning }) {
  const t = useWords('admin')
  const locale = useLocale()
  const [what, todo] = wordsOf[warning.code]
  const page = pageOf[warning.code]
  return (
    <li className="flex gap-2.5 py-1">
      <AlertTriangle
        aria-hidden
        size={16}
        className={`mt-0.5 shrink-0 ${warning.level === 'critical' ? 'text-broken' : 'text-ink-2'}`}
      />
      <p>
        <strong className="font-semibold">{t(what, textsOf(warning.values, locale))}</strong>{' '}
        <span className="text-ink-2">{t(todo)}</span>{' '}
        {page !== undefined && <AdminLink href={page[0]}>{t(page[1])}</AdminLink>}
      </p>
    </li>
  )
}

function textsOf(values: AdminWarning['values'], locale: Locale): Record<string, string | number> {
  const texts = Object.entries(values).map(([name, value]): [string, string | number] => {
    if (name.endsWith('Ms')) return [name, formatDuration(value, locale)]
    if (name.endsWith('Bytes')) return [name, formatBytes(value, locale)]
    return [name, name.endsWith('Share') ? formatShare(value, locale) : value]
  })
  return Object.fromEntries(texts)
}
