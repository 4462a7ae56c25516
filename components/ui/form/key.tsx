import type { ReactNode } from 'react'

/** A key on the keyboard. */
export function Key({ children }: { readonly children: ReactNode }) {
  return (
    <kbd className="inline-block min-w-[18px] rounded-[4px] border border-line-strong bg-paper px-1 text-center font-ui text-11 font-[550] text-ink-3">
      {children}
    </kbd>
  )
}
