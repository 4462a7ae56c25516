'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { MenuChoice } from '#components/ui/open/menu.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { useTheme } from './theme.tsx'

const icon = { 'aria-hidden': true, size: 15, strokeWidth: 1.75 } as const
/** The themes to choose from, with their icons. */
export const themeChoices = [
  { value: 'light', key: 'light', Icon: Sun },
  { value: 'dark', key: 'dark', Icon: Moon },
  { value: 'system', key: 'asSystem', Icon: Monitor },
] as const

/** Light, dark or as the system: a part of a menu. */
export function ThemeMenu() {
  const { theme, setTheme } = useTheme()
  const t = useWords('shell')
  const options = themeChoices.map(({ value, key, Icon }) => ({
    value,
    label: (
      <>
        <Icon {...icon} /> {t(key)}
      </>
    ),
  }))
  return <MenuChoice label={t('theme')} value={theme} options={options} onChange={setTheme} />
}
