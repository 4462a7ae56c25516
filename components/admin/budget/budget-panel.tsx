'use client'

import { useEffect, useState } from 'react'
import { Failed, Waiting } from '#components/ui/form/empty.tsx'
import { formatCount, formatRate } from '#lib/text/format.ts'
import { useBudgetPreview, useServerSettings } from '#lib/queries/admin/admin.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { BudgetEffect } from './budget-effect.tsx'
import { BudgetForm } from './budget-form.tsx'
import { BudgetHistory } from './budget-history.tsx'
import { BudgetShares } from './budget-shares.tsx'
import { BudgetSteps } from './budget-steps.tsx'
import { FormulaPanel } from '#components/admin/sources/formula-panel.tsx'
import { PolicyChoice } from '#components/admin/lab/policy-choice.tsx'
import type { BudgetPreviewAnswer, ServerSettings } from '#lib/api/server/admin.ts'

/** The budget all sources share: what it is, what another would do, and which policy spends it. */
export function BudgetPanel() {
  const t = useWords('admin')
  const settings = useServerSettings()
  return (
    <>
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
  const isByFeed = (settings.checksPerSource ?? 0) > 0
  const name = isByFeed ? 'checksPerSource' : 'budgetPerDay'
  const before = settings[name] ?? 0
  const wanted = text === null ? before : parseBudget(text, isByFeed ? 1440 : 100_000_000)
  const preview = useBudgetPreview()
  const { mutate: ask } = preview
  useEffect(() => {
    if (wanted === null) return
    const timer = setTimeout(() => ask({ [name]: wanted }), text === null ? 0 : previewAfterMs)
    return () => clearTimeout(timer)
  }, [ask, name, wanted, text])
  const isEdited = wanted !== null && wanted !== before
  function inAll({ now, then, sources }: BudgetPreviewAnswer) {
    const most = settings.budgetPerDay
    return sources * (wanted ?? before) > most
      ? t('checksAtLimit', { most, rate: formatRate(most / sources, locale) })
      : t('checksInAll', { polls: (isEdited ? then : now).budgetPerDay, sources, most })
  }
  return (
    <section aria-label={t('budget')} className="border-b border-line pb-3.5">
      {text === null ? (
        <button
          type="button"
          aria-label={t(isByFeed ? 'checksButton' : 'budgetButton', { count: before })}
          onClick={() => setText(String(before))}
          className="-mx-1.5 cursor-pointer rounded-2 border border-transparent px-1.5 text-28 font-[640] tracking-[-0.015em] hover:border-control"
        >
          {formatCount(before, locale)}
        </button>
      ) : (
        <BudgetForm
          name={name}
          text={text}
          budget={wanted}
          before={before}
          onChange={setText}
          onClose={() => setText(null)}
        />
      )}
      <p className="text-ink-2">
        {isByFeed
          ? t('checksPerFeed', { count: wanted ?? before })
          : t('budgetHourly', { polls: wanted ?? before, count: Math.round((wanted ?? before) / 24) })}
        {isByFeed && preview.data !== undefined && <span className="block">{inAll(preview.data)}</span>}
      </p>
      <BudgetEffect
        preview={preview.data ?? null}
        failure={preview.error}
        isEdited={isEdited}
        comparesHourly={isByFeed}
      />
    </section>
  )
}

/** A whole number from 1 to the most there may be, with or without separators. */
function parseBudget(text: string, most: number): number | null {
  const digits = text.replace(/[\s,.’']/g, '')
  const value = Number(digits)
  return /^\d+$/.test(digits) && value >= 1 && value <= most ? value : null
}
