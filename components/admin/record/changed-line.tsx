'use client'

import { formatCount, formatDuration } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { policies } from '#components/admin/shared/use-switch-policy.ts'
import type { ChangedLineAnswer as Line } from '#lib/api/server/audit.ts'

/** One thing that an admin changed, from what to what, in words. */
export function ChangedLine({ line: { name, before, after } }: { readonly line: Line }) {
  const t = useWords('admin')
  const locale = useLocale()
  // "weightFactor (12)": of so many sources.
  const [, setting = name, count] = /^(\w+) \((\d+)\)$/.exec(name) ?? []
  const value = (stored: string | null) => {
    if (stored === null) return t('nothing')
    if (stored === 'true' || stored === 'false') return t(stored === 'true' ? 'yes' : 'no')
    const policy = policies.find((each) => each.value === stored)
    if (policy !== undefined) return t(policy.name)
    const figure = Number(stored)
    if (stored.trim() === '' || !Number.isFinite(figure)) return stored
    return setting.endsWith('Ms') ? formatDuration(Math.max(0, figure), locale) : formatCount(figure, locale)
  }
  const what = t('changedName', { name: setting, given: setting })
  return (
    <>
      {count === undefined ? what : t('changedOfSources', { what, count: Number(count) })}: {value(before)} →{' '}
      {value(after)}
    </>
  )
}
