'use client'

import { Button } from '#components/ui/form/button.tsx'
import { Failed, Waiting } from '#components/ui/form/empty.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import { Time, useClock } from '#components/ui/time.tsx'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import { useRuleRuns, useRules, useUndoRun } from '#lib/queries/rules.ts'
import { formatDateTime } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { useRuleWords } from './use-rule-words.ts'
import type { RuleRunItem } from '#lib/api/rules/rules.ts'

const kindKeys = { found: 'runFound', asked: 'runAsked', aged: 'runAged' } as const

/** The latest changes by rules, and the way back. Nothing where there is neither a rule nor a change. */
export function RunLog() {
  const t = useWords('rules')
  const runs = useRuleRuns()
  const hasRules = useRules().data?.length !== 0
  if (!hasRules && !runs.isError && (runs.data ?? []).length === 0) return null
  return (
    <section aria-label={t('log')}>
      <SectionHead title={t('log')} lede={t('logLede')} />
      {runs.isPending && <Waiting rows={3} rowHeight={46} />}
      {runs.isError && (
        <Failed
          title={t('logFailed')}
          error={runs.error}
          onRetry={() => void runs.refetch()}
          className="px-0"
        />
      )}
      {runs.data?.length === 0 && <p className="text-ink-3">{t('logEmpty')}</p>}
      <ul className="empty:hidden">
        {(runs.data ?? []).map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </ul>
    </section>
  )
}

function RunRow({ run }: { readonly run: RuleRunItem }) {
  const t = useWords('rules')
  const say = useRuleWords()
  const undo = useUndoRun()
  const { timeZone } = useClock()
  const time = formatDateTime(Date.parse(run.at), timeZone, useLocale())
  return (
    <li className="flex min-h-[46px] flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5">
      <span className="min-w-0 flex-1 basis-60">
        {run.parts.map(({ ruleId, name, counts }) => (
          <span key={ruleId} className="block wrap-anywhere">
            {name === '' ? null : <span className="font-[550]">{name}: </span>}
            {say.counts(counts).join(', ')}
          </span>
        ))}
        <span className="block text-12 text-ink-3">
          {t(kindKeys[run.kind])} · <Time at={run.at} />
        </span>
      </span>
      {run.undoneAt === null ? (
        <Button
          size="small"
          aria-label={t('runUndo', { time })}
          disabled={undo.isPending}
          onClick={() =>
            undo.mutate(run.id, {
              onSuccess: ({ restored }) => showToast(t('undoneCount', { count: restored })),
              onError: (error) => showError(t('notUndone'), error),
            })
          }
        >
          {t('undo')}
        </Button>
      ) : (
        <span className="text-12 text-ink-3">{t('undone')}</span>
      )}
    </li>
  )
}
