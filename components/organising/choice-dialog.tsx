'use client'

import { useId, useState, type FormEvent } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { TextInput } from '#components/ui/form/field.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { AskDialog } from './ask-dialog.tsx'

/** Null: none of them. */
type Choice = { readonly id: number | null; readonly name: string; readonly depth?: number }

type ChoiceDialogProps = {
  readonly title: string
  readonly button: string
  readonly findHint: string
  /** The effect of the choice, where the title does not say it all. */
  readonly hint?: string | undefined
  readonly choices: readonly Choice[]
  /** The present choice. */
  readonly current?: number | null | undefined
  readonly onChoose: (choice: Choice) => void
  readonly onClose: () => void
}

/** Asks for one of many by name; letters of a name find it. */
export function ChoiceDialog({
  title,
  button,
  findHint,
  hint,
  choices,
  current,
  onChoose,
  onClose,
}: ChoiceDialogProps) {
  const t = useWords('organising')
  const formId = useId()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<number | null | undefined>(current)
  const wanted = search.trim().toLowerCase()
  const shown = choices.filter(({ name }) => name.toLowerCase().includes(wanted))
  const choice = shown.find((each) => each.id === chosen)
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const meant = choice ?? (shown.length === 1 ? shown[0] : undefined)
    if (meant === undefined) return
    onClose()
    if (meant.id !== current) onChoose(meant)
  }
  const choosing = (
    <Button type="submit" form={formId} variant="solid" disabled={choice === undefined && shown.length !== 1}>
      {button}
    </Button>
  )
  return (
    <AskDialog title={title} button={choosing} onClose={onClose}>
      <form id={formId} onSubmit={onSubmit} className="grid gap-2 pt-1">
        {hint === undefined ? null : <p className="pb-1 text-ink-2">{hint}</p>}
        <TextInput
          type="search"
          aria-label={findHint}
          placeholder={findHint}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <fieldset className="-mx-2 max-h-[46dvh] min-w-0 overflow-y-auto px-0.5 py-0.5">
          <legend className="sr-only">{title}</legend>
          {shown.map(({ id, name, depth = 0 }) => (
            <label
              key={id ?? 'none'}
              style={{ paddingInlineStart: 8 + (wanted === '' ? depth : 0) * 20 }}
              className="flex h-8 cursor-pointer items-center gap-2 rounded-1 pe-2 hover:bg-hover has-checked:bg-pressed has-checked:font-[600] pointer-coarse:h-11"
            >
              <input
                type="radio"
                name={formId}
                className="size-4 shrink-0 accent-ink"
                checked={chosen === id}
                onChange={() => setChosen(id)}
              />
              <bdi className="truncate">{name}</bdi>
            </label>
          ))}
          {shown.length === 0 ? <p className="px-2 py-2 text-ink-3">{t('nothingMatches')}</p> : null}
        </fieldset>
      </form>
    </AskDialog>
  )
}
