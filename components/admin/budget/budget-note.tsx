'use client'

import { usualChecksPerSource } from '#lib/api/parts/limits.ts'
import { Button } from '#components/ui/form/button.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import { useChangeSettings, useServerSettings } from '#lib/queries/admin/admin.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** On all pages of the admin of a server from before budgets grew with the feeds, until the admin chooses. */
export function BudgetNote() {
  const t = useWords('admin')
  const { data: settings } = useServerSettings()
  const change = useChangeSettings()
  if (settings === undefined || settings.checksPerSource !== null) return null
  const { budgetPerDay } = settings
  const choose = (checksPerSource: number) =>
    change.mutate({ checksPerSource }, { onError: (error) => showError(t('budgetNotChosen'), error) })
  return (
    <section
      aria-label={t('budget')}
      className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line bg-paper px-10 py-2.5 max-sm:px-4"
    >
      <p className="min-w-0 flex-1 basis-80">
        {t('budgetNote', { polls: budgetPerDay, checks: usualChecksPerSource })}
      </p>
      <Button
        size="small"
        variant="solid"
        disabled={change.isPending}
        onClick={() => choose(usualChecksPerSource)}
      >
        {t('budgetByFeed', { checks: usualChecksPerSource })}
      </Button>
      <Button size="small" variant="quiet" disabled={change.isPending} onClick={() => choose(0)}>
        {t('budgetKeep', { polls: budgetPerDay })}
      </Button>
    </section>
  )
}
