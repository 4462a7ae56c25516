'use client'

import type { ReactNode } from 'react'
import { Menu, MenuChoice, MenuLine } from '#components/ui/open/menu.tsx'
import { showError } from '#components/ui/open/toast.tsx'
import { useChangeOrganising } from '#lib/queries/organising/organising-acts.ts'
import { useOrganising } from '#lib/queries/organising/organising.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** The order of folders and sources; opens as soon as it is there. */
export function TreeOrderMenu({ trigger }: { readonly trigger: ReactNode }) {
  const t = useWords('organising')
  const settings = useOrganising().data
  const change = useChangeOrganising()
  const onError = (error: unknown) => showError(t('notSaved'), error)
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuChoice
        label={t('order')}
        value={settings?.order ?? 'name'}
        options={[
          { value: 'name', label: t('orderName') },
          { value: 'unread', label: t('orderUnread') },
          { value: 'newest', label: t('orderNewest') },
          { value: 'own', label: t('orderOwn') },
        ]}
        onChange={(order) => change.mutate({ order }, { onError })}
      />
      <MenuLine />
      <MenuChoice
        label={t('shown')}
        value={settings?.shown ?? 'all'}
        options={[
          { value: 'all', label: t('shownAll') },
          { value: 'filled', label: t('shownFilled') },
          { value: 'unread', label: t('shownUnread') },
        ]}
        onChange={(shown) => change.mutate({ shown }, { onError })}
      />
    </Menu>
  )
}
