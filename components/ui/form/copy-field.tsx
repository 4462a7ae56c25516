'use client'

import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '#lib/words/use-words.tsx'
import { Button } from './button.tsx'
import { Field, TextInput } from './field.tsx'

type CopyFieldProps = { readonly label: string; readonly value: string; readonly hint?: string }

/** A text to be taken elsewhere: selected on focus, copied by its button. */
export function CopyField({ label, value, hint }: CopyFieldProps) {
  const t = useWords('common')
  const [isCopied, setIsCopied] = useState(false)
  const Icon = isCopied ? Check : Copy
  function copy() {
    // Without the clipboard (plain http) the text can still be selected and copied by hand.
    navigator.clipboard?.writeText(value).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    )
  }
  return (
    <Field label={label} hint={hint}>
      <div className="flex gap-2">
        <TextInput readOnly value={value} onFocus={(event) => event.target.select()} className="font-mono" />
        <Button onClick={copy}>
          <Icon size={14} strokeWidth={1.75} aria-hidden />
          {isCopied ? t('copied') : t('copy')}
        </Button>
      </div>
    </Field>
  )
}
