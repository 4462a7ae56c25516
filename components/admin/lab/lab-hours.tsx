'use client'

import { pointWords } from '#components/ui/chart/chart-cursor.tsx'
import { ChartFrame } from '#components/ui/chart/chart-frame.tsx'
import { ChartHours } from '#components/ui/chart/chart-hours.tsx'
import { formatFullHour, formatHours } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { pollsText, usePolicyWords } from '#components/admin/shared/lab-words.ts'
import type { LabComparison, LabResult } from '#lib/api/server/lab.ts'

type LabHoursProps = { readonly result: LabResult; readonly compared: LabComparison | null }

/** The polls of the live policy and of the one it is compared with: two days of bars. */
export function LabHours({ result, compared }: LabHoursProps) {
  const live = result.compared.find(({ policy }) => policy === result.livePolicy)
  const shown = [live, compared].filter((each) => each !== undefined && each !== null)
  return (
    <div className="grid grid-cols-2 gap-6 max-lg:grid-cols-1">
      {shown.map((each) => (
        <PolicyHours key={each.policy} compared={each} />
      ))}
    </div>
  )
}

function PolicyHours({ compared: { policy, pollsByHour } }: { readonly compared: LabComparison }) {
  const t = useWords('lab')
  const locale = useLocale()
  const { name } = usePolicyWords()(policy)
  const title = `${t('hours')}: ${name}`
  return (
    <div className="min-w-0">
      <h3 className="mb-1.5 font-[550]">{name}</h3>
      <ChartFrame
        name={title}
        points={pollsByHour.map((polls, hour) => ({
          key: String(hour),
          words: pointWords(
            formatHours(hour, (hour + 1) % 24),
            `${t('perHour')} ${pollsText(polls, locale)}`,
          ),
        }))}
        table={{
          columns: [t('hour'), t('perHour')],
          rows: pollsByHour.map((polls, hour) => ({
            key: String(hour),
            cells: [formatFullHour(hour), pollsText(polls, locale)],
          })),
        }}
      >
        {(size) => (
          <ChartHours
            size={size}
            format={(polls) => t('pollsAnHour', { count: Math.round(polls) })}
            name={title}
            values={pollsByHour}
          />
        )}
      </ChartFrame>
    </div>
  )
}
