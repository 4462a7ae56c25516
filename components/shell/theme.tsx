'use client'

import { createContext, useContext, useState, type ReactNode } from 'react'
import type { Theme } from './theme-choice.ts'

type ThemeState = { readonly theme: Theme; readonly setTheme: (theme: Theme) => void }
const ThemeContext = createContext<ThemeState>({ theme: 'system', setTheme: () => undefined })

/** Keeps the chosen theme in a cookie, which the server reads: no flash of the wrong one. */
export function ThemeProvider({
  initial,
  children,
}: {
  readonly initial: Theme
  readonly children: ReactNode
}) {
  const [theme, show] = useState(initial)
  const setTheme = (chosen: Theme) => {
    show(chosen)
    document.cookie = `theme=${chosen}; path=/; max-age=31536000; samesite=lax`
    if (chosen === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = chosen
  }
  return <ThemeContext value={{ theme, setTheme }}>{children}</ThemeContext>
}

export function useTheme(): ThemeState {
  return useContext(ThemeContext)
}
