'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { MenuChoice } from '#components/ui/menu.tsx'
import { useTheme } from './theme.tsx'

const icon = { 'aria-hidden': true, size: 15, strokeWidth: 1.75 } as const
const options = [
  {
    value: 'light',
    label: (
      <>
        <Sun {...icon} /> Light
      </>
    ),
  },
  {
    value: 'dark',
    label: (
      <>
        <Moon {...icon} /> Dark
      </>
    ),
  },
  {
    value: 'system',
    label: (
      <>
        <Monitor {...icon} /> As the system
      </>
    ),
  },
] as const

/** Light, dark or as the system: a part of a menu. */
export function ThemeMenu() {
  const { theme, setTheme } = useTheme()
  return <MenuChoice label="Theme" value={theme} options={options} onChange={setTheme} />
}
