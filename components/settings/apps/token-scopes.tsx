import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { scopesFor, type Scope } from '#lib/api/accounts/scopes.ts'
import { useWords } from '#lib/words/use-words.tsx'

const words = { read: 'scopeRead', write: 'scopeWrite', admin: 'scopeAdmin' } as const

type ScopeChoiceProps = {
  readonly role: 'admin' | 'subscriber'
  readonly chosen: readonly Scope[]
  readonly onChange: (chosen: readonly Scope[]) => void
}

/** The scopes of a new token. */
export function ScopeChoice({ role, chosen, onChange }: ScopeChoiceProps) {
  const t = useWords('settings')
  const offered = scopesFor(role)
  return (
    <fieldset className="flex basis-full flex-wrap items-center gap-x-4 gap-y-1">
      <legend className="float-start text-ink-3">{t('tokenMay')}</legend>
      {offered.map((scope) => (
        <Checkbox
          key={scope}
          label={t(words[scope])}
          checked={chosen.includes(scope)}
          onChange={({ target }) =>
            onChange(offered.filter((each) => (each === scope ? target.checked : chosen.includes(each))))
          }
        />
      ))}
    </fieldset>
  )
}

/** The scopes of a token, in its row. */
export function ScopeTags({ scopes }: { readonly scopes: readonly Scope[] }) {
  const t = useWords('settings')
  return scopes.map((scope) => <Tag key={scope}>{t(words[scope])}</Tag>)
}
