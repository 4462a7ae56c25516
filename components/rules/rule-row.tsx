'use client'

import { ArrowDown, ArrowUp } from 'lucide-react'
import { Button } from '#components/ui/form/button.tsx'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import { useSwitchRule } from '#lib/queries/rules.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { RuleActs } from './rule-acts.tsx'
import { RuleEditor } from './rule-editor.tsx'
import type { MoveRule } from './use-move-rule.ts'
import { useRuleWords } from './use-rule-words.ts'
import type { RuleItem } from '#lib/api/rules/rules.ts'

const troubleWords = {
  query: 'queryBroken',
  'place-gone': 'placeGone',
  'integration-gone': 'integrationGone',
} as const

type RuleRowProps = {
  readonly rule: RuleItem
  readonly isEdited: boolean
  readonly onEdit: () => void
  readonly onClose: () => void
  readonly onMove: MoveRule
}

/** One rule: what it looks for, what it does, and the editor below it. */
export function RuleRow({ rule, isEdited, onEdit, onClose, onMove }: RuleRowProps) {
  const t = useWords('rules')
  const say = useRuleWords()
  const { name, kind, query, stops, trouble } = rule
  return (
    <li aria-label={name} className="border-b border-line py-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <OnBox rule={rule} />
        <div className="min-w-0 flex-1 basis-60">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-[580] wrap-anywhere">{name}</span>
            {kind !== 'rule' && <Tag>{t(kind)}</Tag>}
            {kind === 'rule' && stops && <Tag>{t('stopsShort')}</Tag>}
          </p>
          <p className="truncate text-ink-2" dir="auto" title={query}>
            {query
              .split(/\n\s*/)
              .map((line) => line.trimEnd())
              .join(' · ')}
          </p>
          <p className="text-12 text-ink-3">
            {[say.scope(rule), say.acts(rule)].filter(Boolean).join(' · ')}
          </p>
          {trouble !== null && <p className="text-12 text-broken">{t(troubleWords[trouble])}</p>}
        </div>
        <MoveButtons name={name} onMove={onMove} />
        {!isEdited && <RuleActs rule={rule} onEdit={onEdit} />}
      </div>
      {isEdited && <RuleEditor rule={rule} kind={kind} onClose={onClose} />}
    </li>
  )
}

function OnBox({ rule: { id, name, isOn } }: Pick<RuleRowProps, 'rule'>) {
  const t = useWords('rules')
  const change = useSwitchRule()
  return (
    <Checkbox
      aria-label={t('onOf', { name })}
      checked={isOn}
      className="pt-0.5 pointer-coarse:min-w-11"
      onChange={({ target }) =>
        change.mutate({ id, isOn: target.checked }, { onError: (error) => showError(t('notChanged'), error) })
      }
    />
  )
}

function MoveButtons({
  name,
  onMove: { up, down },
}: Pick<RuleRowProps, 'onMove'> & { readonly name: string }) {
  const t = useWords('rules')
  const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const
  const common = { variant: 'quiet', size: 'small', iconOnly: true } as const
  // Not `disabled`: the focus would be lost where a rule arrives at an end.
  return (
    <div className="flex">
      <Button
        {...common}
        aria-label={t('moveUp', { name })}
        aria-disabled={up === null}
        onClick={() => up?.()}
      >
        <ArrowUp {...icon} />
      </Button>
      <Button
        {...common}
        aria-label={t('moveDown', { name })}
        aria-disabled={down === null}
        onClick={() => down?.()}
      >
        <ArrowDown {...icon} />
      </Button>
    </div>
  )
}
