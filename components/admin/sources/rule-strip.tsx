'use client'

import { useEffect, useState, type FormEvent } from 'react'
import type { AdminSourcesQuery } from '#lib/api/server/admin.ts'
import type { WeightRule } from '#lib/api/server/weight-rule.ts'
import { Button } from '#components/ui/form/button.tsx'
import { TextInput } from '#components/ui/form/field.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import { useEscape } from '#components/ui/open/use-escape.ts'
import { useRevert } from '#lib/queries/admin/users.ts'
import { useRulePreview, useWeightRule } from '#lib/queries/admin/weight-rule.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { RuleEffect } from './rule-effect.tsx'
import { parseFactor } from './source-figures.ts'

/** After the last keystroke. */
const previewAfterMs = 300

type RuleStripProps = {
  readonly filter: Pick<AdminSourcesQuery, 'search' | 'state'>
  readonly onClose: () => void
}

/** One rule for the weights of all sources that the filter finds, with its effect before it is saved. */
export function RuleStrip({ filter, onClose }: RuleStripProps) {
  const t = useWords('admin')
  const common = useWords('common')
  const { search, state } = filter
  const [act, setAct] = useState<WeightRule['act']>('multiply')
  const [text, setText] = useState('1')
  const value = parseFactor(text)
  const form = useEscape<HTMLFormElement>(onClose)
  const preview = useRulePreview()
  const save = useWeightRule()
  const revert = useRevert()
  const { mutate: ask } = preview
  useEffect(() => {
    if (value === null) return
    const timer = setTimeout(() => ask({ search, state, act, value }), previewAfterMs)
    return () => clearTimeout(timer)
  }, [ask, search, state, act, value])
  const failed = (what: string) => (error: unknown) => showError(what, error)
  async function run(rule: WeightRule) {
    const { changed, entryId } = await save.mutateAsync(rule)
    const undo = () => void (entryId && revert.mutateAsync(entryId).catch(failed(t('weightNotBack'))))
    showToast(
      t('ruleSaved', { count: changed }),
      entryId === null ? undefined : { label: common('undo'), run: undo },
    )
    onClose()
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (value !== null) void run({ search, state, act, value }).catch(failed(t('weightNotSaved')))
  }
  const acts = [
    { value: 'multiply', label: t('multiplyWeight') },
    { value: 'set', label: t('setWeight') },
  ] as const
  return (
    <form
      aria-label={t('weightByRule')}
      onSubmit={onSubmit}
      ref={form}
      className="mb-4 flex flex-wrap items-center gap-x-7 gap-y-3 rounded-3 border border-line bg-ground px-4 py-3"
    >
      <div className="flex items-center gap-2">
        <Segmented label={t('weightByRule')} value={act} options={acts} onChange={setAct} />
        <TextInput
          aria-label={t('ruleValue')}
          aria-invalid={value === null}
          inputMode="decimal"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="h-[26px] w-16 text-end font-[580]"
        />
      </div>
      <RuleEffect isWrong={value === null} preview={preview.data ?? null} failure={preview.error} />
      <div className="ms-auto flex gap-1.5">
        <Button size="small" variant="quiet" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button type="submit" size="small" variant="solid" disabled={value === null || save.isPending}>
          {common('save')}
        </Button>
      </div>
    </form>
  )
}
