'use client'

import type { ReactNode } from 'react'
import type { ListLayout } from '#lib/api/lists/list-settings.ts'
import { Menu, MenuChoice, MenuLine } from '#components/ui/open/menu.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import type { ListLook } from '#components/reading/items/list-look.ts'
import { layoutIcons } from './layout-icons.ts'

type LayoutMenuProps = {
  readonly trigger: ReactNode
  readonly look: ListLook
  readonly onChange: (look: Partial<ListLook>) => void
}

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const

/** The layout of a list; remembered for this list. Opens as soon as it is there. */
export function LayoutMenu({ trigger, look, onChange }: LayoutMenuProps) {
  const t = useWords('reading')
  // A phone has no room for a text beside the list.
  const isPhone = matchMedia('(width < 640px)').matches
  const panes = [{ value: 'panes', label: named('panes', t('layoutPanes')) }] as const
  const layouts = [
    ...(isPhone ? [] : panes),
    { value: 'list', label: named('list', t('layoutList')) },
    { value: 'expanded', label: named('expanded', t('layoutExpanded')) },
    { value: 'cards', label: named('cards', t('layoutCards')) },
  ] as const
  const densities = [
    { value: 'compact', label: t('densityCompact') },
    { value: 'regular', label: t('densityRegular') },
    { value: 'roomy', label: t('densityRoomy') },
  ] as const
  const caps = [
    { value: 'off', label: t('capOff') },
    ...(['3', '5', '10'] as const).map((value) => ({ value, label: t('capOf', { count: Number(value) }) })),
  ] as const
  const hasRows = look.layout === 'panes' || look.layout === 'list'
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuChoice
        label={t('layout')}
        value={look.layout}
        options={layouts}
        onChange={(layout) => onChange({ layout })}
      />
      {hasRows ? (
        <span className="contents max-sm:hidden">
          <MenuLine />
          <MenuChoice
            label={t('density')}
            value={look.density}
            options={densities}
            onChange={(density) => onChange({ density })}
          />
        </span>
      ) : null}
      <MenuLine />
      <MenuChoice
        label={t('sourceCap')}
        value={look.sourceCap}
        options={caps}
        onChange={(sourceCap) => onChange({ sourceCap })}
      />
    </Menu>
  )
}

function named(layout: ListLayout, name: string): ReactNode {
  const Icon = layoutIcons[layout]
  return (
    <>
      <Icon {...icon} className={layout === 'panes' ? 'rtl:-scale-x-100' : undefined} />
      {name}
    </>
  )
}
