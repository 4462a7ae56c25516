'use client'

import { useState, type FormEvent } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { useFieldErrors, useUntilChanged } from '#components/ui/form/error-text.ts'
import { Field, FormFault, TextInput } from '#components/ui/form/field.tsx'
import { showToast } from '#components/ui/open/toast.tsx'
import { useEscape } from '#components/ui/open/use-escape.ts'
import { useSaveRule, useTestRule } from '#lib/queries/rules.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { ActChoice } from './act-choice.tsx'
import { PlaceChoice } from './place-choice.tsx'
import { QueryField } from './query-field.tsx'
import { draftOf, requestOf, testOf, type RuleDraft } from './rule-draft.ts'
import type { RuleItem, RuleTest } from '#lib/api/rules/rules.ts'
import { Time } from '#components/ui/time.tsx'
import { longestName } from '#lib/text/names.ts'
import { useRuleWords } from './use-rule-words.ts'

type RuleEditorProps = {
  /** Null: a new one. */
  readonly rule: RuleItem | null
  readonly kind: RuleItem['kind']
  readonly onClose: () => void
}

/** Writing a rule: what it looks for, where, and what it does; tried on what is there before it is saved. */
export function RuleEditor({ rule, kind, onClose }: RuleEditorProps) {
  const t = useWords('rules')
  const common = useWords('common')
  const [draft, setDraft] = useState(() => draftOf(rule, kind, kind === 'rule' ? '' : t(kind)))
  const [wasTried, setTried] = useState(false)
  const save = useSaveRule()
  const test = useTestRule()
  const [refused, forget] = useUntilChanged(save.error)
  const errors = useFieldErrors(refused ?? test.error, [
    'name',
    'query',
    ...placeFields,
    ...(kind === 'rule' ? actFields : []),
  ])
  const form = useEscape<HTMLFormElement>(onClose)
  const isNamed = draft.name.trim() !== ''
  const change = (changed: Partial<RuleDraft>) => {
    setDraft((before) => ({ ...before, ...changed }))
    test.reset()
    forget()
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    const onSuccess = () => {
      showToast(t('saved', { name: draft.name.trim() }))
      onClose()
    }
    save.mutate({ id: rule?.id ?? null, rule: requestOf(draft) }, { onSuccess })
  }
  function onTest() {
    setTried(true)
    test.mutate(testOf(draft))
  }
  return (
    <form
      ref={form}
      onSubmit={onSubmit}
      aria-label={rule === null ? t(newKeys[kind]) : t('editOf', { name: rule.name })}
      className="my-4 space-y-4 rounded-3 border border-line bg-paper p-5 max-sm:p-4"
    >
      <Field label={t('name')} error={errors.at('name')}>
        <TextInput
          value={draft.name}
          maxLength={longestName.other}
          // Somebody asked for this editor to write in it.
          // eslint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          onChange={({ target }) => change({ name: target.value })}
        />
      </Field>
      <QueryField
        kind={kind}
        text={draft.query}
        wasTried={wasTried}
        error={errors.at('query')}
        onChange={(query) => change({ query })}
      />
      <PlaceChoice
        value={draft.place}
        error={errors.at(...placeFields)}
        onChange={(place) => change({ place })}
      />
      {kind === 'rule' && (
        <>
          <ActChoice acts={draft.acts} errorAt={errors.at} onChange={(acts) => change({ acts })} />
          <Checkbox
            label={t('stops')}
            checked={draft.stops}
            onChange={({ target }) => change({ stops: target.checked })}
          />
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="solid" disabled={!isNamed || save.isPending}>
          {common('save')}
        </Button>
        <Button onClick={onTest} disabled={test.isPending}>
          {t('test')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {common('cancel')}
        </Button>
      </div>
      <FormFault>{errors.rest}</FormFault>
      <div role="status">{test.data === undefined ? null : <TestResult result={test.data} />}</div>
    </form>
  )
}

/** Names in the API of what the choices of place and acts hold. */
const placeFields = ['scope', 'folderId', 'sourceId'] as const
const actFields = ['acts', 'labelId', 'sendTo'] as const
const newKeys = { rule: 'newRule', block: 'block', keep: 'keep' } as const

/** The finds and changes of a rule among the latest postings, as a test. */
function TestResult({ result }: { readonly result: RuleTest }) {
  const t = useWords('rules')
  const say = useRuleWords()
  const { found, tested, counts, postings } = result
  const changes = say.counts(counts).join(', ')
  return (
    <section aria-label={t('test')} className="border-t border-line pt-4">
      <p className="font-[550]">{found === 0 ? t('foundNone', { tested }) : t('found', { found, tested })}</p>
      {changes !== '' && <p className="text-ink-2">{t('wouldGive', { changes })}</p>}
      <ul className="mt-2 max-h-80 overflow-y-auto empty:hidden">
        {postings.map(({ id, title, url, sourceTitle, shownAt }) => (
          <li key={id} className="border-b border-line py-1.5 last:border-b-0">
            <p dir="auto" className="font-text wrap-anywhere">
              {title || url}
            </p>
            <p className="text-12 text-ink-3">
              {sourceTitle} · <Time at={shownAt} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
