'use client'

import type { ReactNode } from 'react'
import { showError } from '#components/ui/open/toast.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '#components/ui/open/menu.tsx'
import { useClock } from '#components/ui/time.tsx'
import { useChangeListSettings, useListSettings } from '#lib/queries/postings/list-settings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { PostingActs } from '#components/reading/items/use-posting-acts.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

type MarkMenuProps = { readonly trigger: ReactNode; readonly acts: PostingActs }

/** Ways to mark much of a list as read; opens as soon as it is there. */
export function MarkMenu({ trigger, acts }: MarkMenuProps) {
  const t = useWords('reading')
  const { nowMs } = useClock()
  const { marksOnScroll } = useListSettings().options
  const change = useChangeListSettings()
  const ages = [
    { days: 1, label: t('olderThanDay') },
    { days: 7, label: t('olderThanWeek') },
    { days: 30, label: t('olderThanMonth') },
  ]
  const scrolls = [
    { value: 'off', label: t('scrollKeeps') },
    { value: 'on', label: t('scrollMarks') },
  ] as const
  return (
    <Menu trigger={trigger} defaultOpen>
      {ages.map(({ days, label }) => (
        <MenuItem key={days} onSelect={() => acts.markOlder(nowMs - days * DAY_MS)}>
          {label}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuChoice
        label={t('whenScrolled')}
        value={marksOnScroll ? 'on' : 'off'}
        options={scrolls}
        onChange={(value) =>
          change.mutate(
            { options: { marksOnScroll: value === 'on' } },
            { onError: (error) => showError(t('notSaved'), error) },
          )
        }
      />
    </Menu>
  )
}
