'use client'

import { useEffect, useState } from 'react'
import { Failed, Waiting } from '#components/ui/form/empty.tsx'
import { formatCount } from '#lib/text/format.ts'
import { useBudgetPreview, useServerSettings } from '#lib/queries/admin/admin.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { BudgetEffect } from './budget-effect.tsx'
import { BudgetForm } from './budget-form.tsx'
import { BudgetHistory } from './budget-history.tsx'
import { BudgetShares } from './budget-shares.tsx'
import { BudgetSteps } from './budget-steps.tsx'
import { FormulaPanel } from '#components/admin/sources/formula-panel.tsx'
import { PolicyChoice } from '#components/admin/lab/policy-choice.tsx'
import type { ServerSettings } from '#lib/api/server/admin-answers.ts'

/** The budget all sources share: what it is, what another would do, and which policy spends it. */
export function BudgetPanel() {
  const t = useWords('admin')
  const settings = useServerSettings()
  return (
    <>
      <div className="flex h-13 items-center max-xl:hidden">
        <h2 className="text-[15px] leading-5 font-[620]">{t('budget')}</h2>
      </div>
      {settings.isPending && <Waiting rows={3} rowHeight={60} />}
      {settings.isError && (
        <Failed
          title={t('budgetFailed')}
          error={settings.error}
          onRetry={() => void settings.refetch()}
          className="px-0"
        />
      )}
      {settings.isSuccess && (
        <>
          <Budget settings={settings.data} />
          <BudgetSteps policy={settings.data.policy} />
          <BudgetShares />
          <BudgetHistory />
          <PolicyChoice policy={settings.data.policy} />
          <FormulaPanel settings={settings.data} />
        </>
      )}
    </>
  )
}

/** After the last keystroke. */
const previewAfterMs = 300

function Budget({ settings }: { readonly settings: ServerSettings }) {
  const t = useWords('admin')
  const locale = useLocale()
  const [text, setText] = useState<string | null>(null)
  const wanted = text === null ? settings.budgetPerDay : parseBudget(text)
  const preview = useBudgetPreview()
  const { mutate: ask } = preview
  useEffect(() => {
    if (wanted === null) return
    const timer = setTimeout(() => ask(wanted), text === null ? 0 : previewAfterMs)
    return () => clearTimeout(timer)
  }, [ask, wanted, text])
  return (
    <section aria-label={t('budget')} className="border-b border-line pb-3.5">
      {text === null ? (
        <button
          type="button"
          aria-label={t('budgetButton', { count: settings.budgetPerDay })}
          onClick={() => setText(String(settings.budgetPerDay))}
          className="-mx-1.5 cursor-pointer rounded-2 border border-transparent px-1.5 text-28 font-[640] tracking-[-0.015em] hover:border-control"
        >
          {formatCount(settings.budgetPerDay, locale)}
        </button>
      ) : (
        <BudgetForm
          text={text}
          budget={wanted}
          before={settings.budgetPerDay}
          onChange={setText}
          onClose={() => setText(null)}
        />
      )}
      <p className="text-ink-2">
        {t('budgetHourly', { count: Math.round((wanted ?? settings.budgetPerDay) / 24) })}
      </p>
      <BudgetEffect
        preview={preview.data ?? null}
        failure={preview.error}
        isEdited={wanted !== null && wanted !== settings.budgetPerDay}
      />
    </section>
  )
}

/** A whole number of 1 to 100 million, with or without separators. */
function parseBudget(text: string): number | null {
  const digits = text.replace(/[\s,.’']/g, '')
  const value = Number(digits)
  return /^\d+$/.test(digits) && value >= 1 && value <= 100_000_000 ? value : null
}
