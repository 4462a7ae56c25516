'use client'

import { useTheme } from '#components/shell/theme.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { useWords } from '#lib/words/use-words.tsx'

/** Light, dark, or as the system says. */
export function AppearanceChoice() {
  const t = useWords('settings')
  const options = [
    { value: 'system', label: t('asSystem') },
    { value: 'light', label: t('light') },
    { value: 'dark', label: t('dark') },
  ] as const
  const { theme, setTheme } = useTheme()
  return <Segmented label={t('theme')} value={theme} options={options} onChange={setTheme} />
}
