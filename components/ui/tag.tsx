import type { ReactNode } from 'react'

/** A short outlined word beside a name. */
export function Tag({ children }: { readonly children: ReactNode }) {
  return (
    <span className="rounded-[4px] border border-line-strong px-[5px] text-11 font-[550] whitespace-nowrap text-ink-2">
      {children}
    </span>
  )
}
