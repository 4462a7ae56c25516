'use client'

import { useState, type FormEvent } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { Dialog } from '#components/ui/open/dialog.tsx'
import { Failed, Waiting } from '#components/ui/form/empty.tsx'
import { useFieldErrors } from '#components/ui/form/error-text.ts'
import { Field, TextInput } from '#components/ui/form/field.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import { useAssignLabel, useCreateLabel } from '#lib/queries/organising/label-acts.ts'
import { useLabels } from '#lib/queries/organising/labels.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { longestName } from '#lib/text/names.ts'

/** Things that may have labels, with those they have. */
export type Labelled =
  | { readonly kind: 'subscriptions'; readonly items: readonly { id: number; labelIds: readonly number[] }[] }
  | { readonly kind: 'postings'; readonly items: readonly { id: string; labelIds: readonly number[] }[] }

type LabelsDialogProps = {
  readonly title: string
  readonly labelled: Labelled
  readonly onClose: () => void
}

/** Labels of some sources or postings: each tick holds at once. A new one is made by its name. */
export function LabelsDialog({ title, labelled, onClose }: LabelsDialogProps) {
  const t = useWords('organising')
  const labels = useLabels()
  const { isOn, put } = useLabelling(labelled)
  return (
    <Dialog open onOpenChange={onClose} title={title} className="w-[min(380px,calc(100vw-32px))]">
      {labels.isPending ? <Waiting rows={3} /> : null}
      {labels.isError ? <Failed title={t('labelsFailed')} onRetry={() => void labels.refetch()} /> : null}
      {labels.data?.length === 0 ? <p className="pb-3 text-ink-2">{t('noLabels')}</p> : null}
      <ul className="-mx-2 max-h-[40dvh] overflow-y-auto pb-2">
        {labels.data?.map((label) => (
          <li key={label.id} className="rounded-1 px-2 hover:bg-hover">
            <Checkbox
              label={
                <span className="truncate">
                  <bdi>{label.name}</bdi>
                </span>
              }
              className="h-8 w-full"
              checked={isOn(label.id) === 'all'}
              ref={(box) => {
                if (box !== null) box.indeterminate = isOn(label.id) === 'some'
              }}
              onChange={(event) => put(label.id, event.target.checked)}
            />
          </li>
        ))}
      </ul>
      <NewLabel onMade={(id) => put(id, true)} />
    </Dialog>
  )
}

/** The labels of things, with those ticked here: the lists behind may be other ones meanwhile. */
function useLabelling({ kind, items }: Labelled) {
  const t = useWords('organising')
  const assign = useAssignLabel()
  const [ticked, setTicked] = useState<ReadonlyMap<number, boolean>>(new Map())
  function isOn(labelId: number): 'all' | 'some' | 'none' {
    const own = ticked.get(labelId)
    if (own !== undefined) return own ? 'all' : 'none'
    const having = items.filter((item) => item.labelIds.includes(labelId)).length
    if (having === 0) return 'none'
    return having === items.length ? 'all' : 'some'
  }
  function put(labelId: number, wanted: boolean) {
    const before = ticked
    setTicked(new Map(before).set(labelId, wanted))
    const whose =
      kind === 'postings'
        ? { postingIds: items.map((item) => item.id) }
        : { subscriptionIds: items.map((item) => item.id) }
    assign.mutate(
      { labelId, isOn: wanted, ...whose },
      {
        onError: (error) => {
          setTicked(before)
          showError(t('labelNotSet'), error)
        },
      },
    )
  }
  return { isOn, put }
}

function NewLabel({ onMade }: { readonly onMade: (id: number) => void }) {
  const t = useWords('organising')
  const create = useCreateLabel()
  const errors = useFieldErrors(create.error)
  const [name, setName] = useState('')
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const wanted = name.trim()
    if (wanted === '') return
    create.mutate(wanted, {
      onSuccess: ({ id }) => {
        setName('')
        onMade(id)
      },
    })
  }
  return (
    <form
      onSubmit={onSubmit}
      onChange={errors.forget}
      className="flex items-start gap-2 border-t border-line pt-3"
    >
      <Field label={t('newLabel')} labelHidden error={errors.rest} className="flex-1">
        <TextInput
          value={name}
          maxLength={longestName.label}
          placeholder={t('newLabel')}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Button type="submit" disabled={name.trim() === ''}>
        {t('add')}
      </Button>
    </form>
  )
}
