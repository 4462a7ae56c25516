'use client'

import { useState } from 'react'
import { Field, TextInput } from '#components/ui/form/field.tsx'
import { TextArea } from '#components/ui/form/text-area.tsx'
import { parseRuleText } from '#lib/search/rule-text.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { RuleItem } from '#lib/api/rules/rules.ts'

type QueryFieldProps = {
  readonly kind: RuleItem['kind']
  readonly text: string
  /** Mistakes are told, also while the text is being written. */
  readonly wasTried: boolean
  /** The server's words about it. */
  readonly error: string | null
  readonly onChange: (text: string) => void
}

const longest = 20_000

/** The search of a rule; the first mistake is told with the words it is in, once the field is left. */
export function QueryField({ kind, text, wasTried, error, onChange }: QueryFieldProps) {
  const t = useWords('rules')
  const search = useWords('search')
  const [wasLeft, setLeft] = useState(false)
  const [mistake] = wasTried || (wasLeft && text.trim() !== '') ? parseRuleText(kind, text).errors : []
  const wrong = mistake === undefined ? '' : text.slice(mistake.at, mistake.at + mistake.length).trim()
  const said = mistake === undefined ? error : search(mistake.code, mistake.values)
  const shared = {
    value: text,
    maxLength: longest,
    spellCheck: false,
    autoCapitalize: 'none',
    onBlur: () => setLeft(true),
  } as const
  return (
    <Field
      label={t(kind === 'rule' ? 'query' : 'entries')}
      hint={t(hintKeys[kind])}
      error={wrong === '' || said === null ? said : t('mistakeAt', { text: wrong, mistake: said })}
    >
      {kind === 'rule' ? (
        <TextInput {...shared} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <TextArea {...shared} onChange={({ target }) => onChange(target.value)} />
      )}
    </Field>
  )
}

const hintKeys = { rule: 'queryHint', block: 'blockHint', keep: 'keepHint' } as const
