import type { ReactNode } from 'react'

type FactProps = { readonly name: string; readonly value: ReactNode; readonly children: ReactNode }

/** A figure of a source with its name, and what belongs to it. */
export function Fact({ name, value, children }: FactProps) {
  return (
    <div className="py-3 pe-4 text-12 text-ink-2">
      <dt className="font-medium text-ink-3">{name}</dt>
      <dd className="text-[18px] leading-[26px] font-[620] text-ink">{value}</dd>
      <dd>{children}</dd>
    </div>
  )
}
