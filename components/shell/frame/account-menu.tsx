'use client'

import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import { OpenLater } from '#components/ui/open/open-later.tsx'
import { useMe } from '#lib/queries/accounts/account.ts'
import { useLanguage, useWords } from '#lib/words/use-words.tsx'

const AccountItems = lazyPart(async () => (await import('./account-items.tsx')).AccountItems)

type AccountMenuProps = { readonly align?: 'start' | 'end' }

/** The menu of the account: the pages beside the lists, theme and sign-out. */
export function AccountMenu({ align = 'start' }: AccountMenuProps) {
  const t = useWords('shell')
  const language = useLanguage()
  const name = useMe().data?.name ?? ''
  const trigger = (
    <button
      type="button"
      aria-label={t('accountOf', { name })}
      className="grid size-10 shrink-0 place-items-center rounded-2 hover:bg-hover pointer-coarse:size-11"
    >
      <span
        aria-hidden
        className="grid size-6 place-items-center rounded-full bg-ink-2 text-11 font-[600] text-on-ink"
      >
        {(Array.from(name)[0] ?? '?').toLocaleUpperCase(language)}
      </span>
    </button>
  )
  return (
    <OpenLater trigger={trigger}>
      <AccountItems trigger={trigger} align={align} />
    </OpenLater>
  )
}
