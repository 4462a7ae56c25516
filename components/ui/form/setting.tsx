import type { ReactNode } from 'react'

type SettingGroupProps = {
  /** Name of its anchor, where links lead to it. */
  readonly id?: string
  /** None where the page has one group, whose name it bears. */
  readonly title?: string
  readonly effect?: string
  readonly children: ReactNode
}

/** Settings that belong together, under their name. */
export function SettingGroup({ id, title, effect, children }: SettingGroupProps) {
  return (
    <section
      id={id}
      aria-label={title}
      className="scroll-mt-24 border-t border-line py-6 first-of-type:border-t-0 first-of-type:pt-0"
    >
      {title !== undefined && <h2 className="text-[15px] leading-5 font-[620]">{title}</h2>}
      {effect !== undefined && <p className="mt-0.5 text-ink-3">{effect}</p>}
      <div className={title === undefined ? undefined : 'mt-4'}>{children}</div>
    </section>
  )
}

type SettingRowProps = {
  /** Name of its anchor, where searches lead to it. */
  readonly id: string
  readonly label: string
  /** Its effect, in one sentence. */
  readonly effect?: string | undefined
  readonly children: ReactNode
}

/** One setting: its name and effect at the left, its control at the right; on phones one above the other. */
export function SettingRow({ id, label, effect, children }: SettingRowProps) {
  return (
    <div
      id={id}
      className="grid gap-x-6 gap-y-2.5 border-b border-line py-4 first:pt-0 last:border-b-0 last:pb-0 sm:grid-cols-[208px_minmax(0,1fr)]"
    >
      <div>
        <h3 className="font-[550]">{label}</h3>
        {effect !== undefined && <p className="mt-0.5 text-12 text-ink-3">{effect}</p>}
      </div>
      <div className="min-w-0 sm:justify-self-stretch">{children}</div>
    </div>
  )
}
