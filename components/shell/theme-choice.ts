const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

/** The theme a cookie asks for; without one, the system's. */
export function parseTheme(text: string | undefined): Theme {
  return themes.find((theme) => theme === text) ?? 'system'
}
