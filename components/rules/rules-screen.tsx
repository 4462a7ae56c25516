'use client'

import Link from 'next/link'
import { useState } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { Empty, Failed, Waiting } from '#components/ui/form/empty.tsx'
import { useRules } from '#lib/queries/rules.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { ReadAfterChoice } from './read-after-choice.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { RuleRow } from './rule-row.tsx'
import { RunLog } from './run-log.tsx'
import { useMoveRule } from './use-move-rule.ts'

/** The rule that is edited: one by its id, a new one by its kind. */
type Edited = number | 'rule' | 'block' | 'keep' | null

/** All rules in their order, the editor of one of them, and what they did. */
export function RulesScreen() {
  const t = useWords('rules')
  const rules = useRules()
  const [edited, setEdited] = useState<Edited>(null)
  const move = useMoveRule(rules.data ?? [])
  const close = () => setEdited(null)
  return (
    <>
      <NewButtons onNew={setEdited} />
      {edited !== null && typeof edited !== 'number' && (
        <RuleEditor key={edited} rule={null} kind={edited} onClose={close} />
      )}
      {rules.isPending && <Waiting rows={3} rowHeight={58} />}
      {rules.isError && (
        <Failed
          title={t('rulesFailed')}
          error={rules.error}
          onRetry={() => void rules.refetch()}
          className="px-0"
        />
      )}
      {rules.data?.length === 0 && edited === null && (
        <Empty title={t('none')} className="px-0">
          {t('noneHint')}
        </Empty>
      )}
      <ol className="mt-4 empty:hidden">
        {(rules.data ?? []).map((rule) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            isEdited={edited === rule.id}
            onEdit={() => setEdited(rule.id)}
            onClose={close}
            onMove={move(rule.id)}
          />
        ))}
      </ol>
      <div id="read-after">
        <ReadAfterChoice />
      </div>
      <RunLog />
    </>
  )
}

function NewButtons({ onNew }: { readonly onNew: (kind: 'rule' | 'block' | 'keep') => void }) {
  const t = useWords('rules')
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="solid" onClick={() => onNew('rule')}>
        {t('newRule')}
      </Button>
      <Button onClick={() => onNew('block')}>{t('block')}</Button>
      <Button onClick={() => onNew('keep')}>{t('keep')}</Button>
      <Button asChild variant="quiet">
        <Link href="/?q=is:hidden&show=all">{t('hidden')}</Link>
      </Button>
    </div>
  )
}
