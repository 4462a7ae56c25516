import type { Deleted } from '#lib/api/organising/organising.ts'
import type { AreaWords } from '#lib/words/areas.ts'

/** Says that something is gone, and which views and alerts asked for it: they find nothing by its name any more. */
export function deletedWords(t: AreaWords<'organising'>, gone: string, { views, alerts }: Deleted): string {
  const told = (['viewsAsking', 'alertsAsking'] as const).flatMap((key) => {
    const names = key === 'viewsAsking' ? views : alerts
    return names.length === 0 ? [] : [t(key, { count: names.length, names: names.slice(0, 3).join(', ') })]
  })
  return [gone, ...told].join(' ')
}
