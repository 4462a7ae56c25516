import type { ReactNode } from 'react'

type SettingGroupProps = { readonly title: string; readonly effect?: string; readonly children: ReactNode }

/** Settings that belong together, under their name. */
export function SettingGroup({ title, effect, children }: SettingGroupProps) {
  return (
    <section aria-label={title} className="border-t border-line py-6 first-of-type:border-t-0">
      <h2 className="text-[15px] leading-5 font-[620]">{title}</h2>
      {effect !== undefined && <p className="mt-0.5 text-ink-3">{effect}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}
