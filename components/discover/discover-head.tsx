import type { ReactNode } from 'react'

type DiscoverHeadProps = { readonly title: string; readonly lede?: string; readonly children?: ReactNode }

/** Name of a part of the list. */
export function DiscoverHead({ title, lede, children }: DiscoverHeadProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-5 pt-6 pb-2.5">
      <h2 className="text-[15px] leading-5 font-[620]">{title}</h2>
      {lede === undefined ? null : <p className="text-ink-3">{lede}</p>}
      {children ? <div className="ms-auto flex">{children}</div> : null}
    </div>
  )
}
