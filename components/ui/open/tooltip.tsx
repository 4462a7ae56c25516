import type { ReactNode } from 'react'
import { cn } from '#components/ui/class-names.ts'
import { Key } from '#components/ui/form/key.tsx'

const sides = {
  top: 'bottom-full left-1/2 mb-1.5 -translate-x-1/2',
  bottom: 'top-full left-1/2 mt-1.5 -translate-x-1/2',
  /** Below, flush with the end: for controls near that edge, which words must not reach beyond. */
  bottomEnd: 'top-full end-0 mt-1.5',
  start: 'top-1/2 end-full me-1.5 -translate-y-1/2',
  end: 'top-1/2 start-full ms-1.5 -translate-y-1/2',
}

type TooltipProps = {
  /** Adds to the name of the control, never replaces it: touch screens do not show it. */
  readonly text: ReactNode
  /** The key that does the same. */
  readonly hotkey?: string | null
  readonly side?: keyof typeof sides
  readonly children: ReactNode
}

/** Words beside a control while it is pointed at or has the focus by keyboard. Pure CSS: there is one on every icon. */
export function Tooltip({ text, hotkey, side = 'bottom', children }: TooltipProps) {
  return (
    <span className="group/tip relative inline-flex">
      {children}
      <span
        className={cn(
          'pointer-events-none invisible absolute z-50 flex w-max max-w-72 items-center gap-2 rounded-2 border border-line bg-raised px-2 py-1 text-12 font-[450] text-ink opacity-0 shadow-menu transition-[opacity,visibility] duration-(--calm)',
          // What a button has opened stands in their place.
          'group-has-[[aria-expanded=true]]/tip:hidden group-hover/tip:visible group-hover/tip:opacity-100 group-hover/tip:delay-500 group-has-focus-visible/tip:visible group-has-focus-visible/tip:opacity-100 pointer-coarse:hidden',
          sides[side],
        )}
      >
        {text}
        {hotkey ? <Key>{hotkey}</Key> : null}
      </span>
    </span>
  )
}
