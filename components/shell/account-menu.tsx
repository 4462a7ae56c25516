'use client'

import { ChevronsUpDown, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { cn } from '#components/ui/class-names.ts'
import { Menu, MenuChoice, MenuItem, MenuLine } from '#components/ui/menu.tsx'
import { useMe } from '#lib/queries/account.ts'
import { signOut } from './sign-out.ts'
import { useTheme } from './theme.tsx'

const icon = { 'aria-hidden': true, size: 15, strokeWidth: 1.75 } as const
const themeOptions = [
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

/** Who is signed in; theme and sign-out behind it. */
export function AccountMenu({ isWide = false }: { readonly isWide?: boolean }) {
  const name = useMe().data?.name ?? ''
  return (
    <Menu
      align="start"
      trigger={
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
            {(Array.from(name)[0] ?? '?').toLocaleUpperCase()}
          </span>
          {isWide ? (
            <>
              <span className="min-w-0 flex-1 truncate text-left">{name}</span>
              <ChevronsUpDown {...icon} className="text-ink-3" />
            </>
          ) : null}
          <span className="sr-only">{isWide ? ', account' : `${name}, account`}</span>
        </button>
      }
    >
      <ThemeChoice />
      <MenuLine />
      <MenuItem onSelect={() => void signOut()}>
        <LogOut {...icon} /> Sign out
      </MenuItem>
    </Menu>
  )
}

/** Light, dark or as the system: a part of a menu. */
export function ThemeChoice() {
  const { theme, setTheme } = useTheme()
  return <MenuChoice label="Theme" value={theme} options={themeOptions} onChange={setTheme} />
}
