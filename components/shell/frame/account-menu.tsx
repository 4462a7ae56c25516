'use client'

import { ChevronsUpDown } from 'lucide-react'
import { cn } from '#components/ui/class-names.ts'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import { OpenLater } from '#components/ui/open/open-later.tsx'
import { useMe } from '#lib/queries/accounts/account.ts'
import { useLanguage, useWords } from '#lib/words/use-words.tsx'

const AccountItems = lazyPart(async () => (await import('./account-items.tsx')).AccountItems)

/** Who is signed in; theme and sign-out behind it. */
export function AccountMenu({ isWide = false }: { readonly isWide?: boolean }) {
  const t = useWords('shell')
  const language = useLanguage()
  const name = useMe().data?.name ?? ''
  const trigger = (
    <button
      type="button"
      className={cn(
        'flex items-center gap-2 rounded-2 font-[550] hover:bg-hover',
        isWide ? 'mt-1 h-10 w-full px-1.5' : 'size-10 justify-center',
      )}
    >
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded-full bg-ink-2 text-11 font-[600] text-on-ink"
      >
        {(Array.from(name)[0] ?? '?').toLocaleUpperCase(language)}
      </span>
      {isWide ? (
        <>
          <span className="min-w-0 flex-1 truncate text-start">{name}</span>
          <ChevronsUpDown aria-hidden size={15} strokeWidth={1.75} className="text-ink-3" />
        </>
      ) : null}
      <span className="sr-only">{isWide ? `, ${t('account')}` : t('accountOf', { name })}</span>
    </button>
  )
  return (
    <OpenLater trigger={trigger}>
      <AccountItems trigger={trigger} />
    </OpenLater>
  )
}
