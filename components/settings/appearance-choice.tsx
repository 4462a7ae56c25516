'use client'

import { useTheme } from '#components/shell/theme.tsx'
import { Segmented } from '#components/ui/segmented.tsx'

const options = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** Light, dark, or as the system says. */
export function AppearanceChoice() {
  const { theme, setTheme } = useTheme()
  return <Segmented label="Theme" value={theme} options={options} onChange={setTheme} />
}
