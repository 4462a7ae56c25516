'use client'

import { Button } from '#components/ui/form/button.tsx'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import {
  useArrangeRules,
  useDeleteRule,
  useRules,
  useRunRule,
  useSaveRule,
  useUndoRun,
} from '#lib/queries/rules.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { useRuleWords } from './use-rule-words.ts'
import type { RuleItem, RunPart } from '#lib/api/rules/rules.ts'

type RuleActsProps = { readonly rule: RuleItem; readonly onEdit: () => void }

/** The acts on a rule; a run and a deletion have a way back. */
export function RuleActs({ rule, onEdit }: RuleActsProps) {
  const t = useWords('rules')
  const { name } = rule
  const run = useRunNow(rule)
  const remove = useRemove(rule)
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" aria-label={t('editOf', { name })} onClick={onEdit}>
        {t('edit')}
      </Button>
      <Button size="small" aria-label={t('runOf', { name })} disabled={run.isPending} onClick={run.start}>
        {t('runNow')}
      </Button>
      <Button
        size="small"
        variant="danger"
        aria-label={t('deleteOf', { name })}
        disabled={remove.isPending}
        onClick={remove.start}
      >
        {t('delete')}
      </Button>
    </div>
  )
}

function useRunNow({ id, name }: RuleItem) {
  const t = useWords('rules')
  const common = useWords('common')
  const say = useRuleWords()
  const run = useRunRule()
  const undo = useUndoRun()
  const takeBack = (runId: string) =>
    undo.mutate(runId, {
      onSuccess: ({ restored }) => showToast(t('undoneCount', { count: restored })),
      onError: (error) => showError(t('notUndone'), error),
    })
  const start = () =>
    run.mutate(id, {
      onSuccess: ({ run: made }) => {
        if (made === null) return showToast(t('runNone', { name }))
        const counts = made.parts.flatMap((part: RunPart) => say.counts(part.counts)).join(', ')
        showToast(`${name}: ${counts}`, {
          label: common('undo'),
          run: () => takeBack(made.id),
          hotkey: 'z',
        })
      },
      onError: (error) => showError(t('notRun'), error),
    })
  return { start, isPending: run.isPending }
}

/** A rule that comes back has another number, and stands where it stood. */
function useRemove({ id, trouble: _trouble, ...rule }: RuleItem) {
  const t = useWords('rules')
  const common = useWords('common')
  const all = useRules().data ?? []
  const remove = useDeleteRule()
  const save = useSaveRule()
  const arrange = useArrangeRules()
  const ids = all.map((each) => each.id)
  const bringBack = async () => {
    const made = await save.mutateAsync({ id: null, rule })
    await arrange.mutateAsync(ids.map((each) => (each === id ? made.id : each)))
  }
  const start = () =>
    remove.mutate(id, {
      onSuccess: () =>
        showToast(t('deleted', { name: rule.name }), {
          label: common('undo'),
          run: () => void bringBack().catch((error: unknown) => showError(t('notChanged'), error)),
          hotkey: 'z',
        }),
      onError: (error) => showError(t('notDeleted'), error),
    })
  return { start, isPending: remove.isPending }
}
