'use client'

import * as Radix from 'radix-ui/tooltip'
import type { ReactNode } from 'react'
import { Key } from './key.tsx'

/** Once around the whole program: tooltips open without delay while another one was just open. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return <Radix.Provider delayDuration={500}>{children}</Radix.Provider>
}

type TooltipProps = {
  /** Adds to the name of the control, never replaces it: touch screens do not show it. */
  readonly text: ReactNode
  /** The key that does the same. */
  readonly hotkey?: string
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  readonly children: ReactNode
}

export function Tooltip({ text, hotkey, side = 'bottom', children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 flex max-w-72 items-center gap-2 rounded-2 border border-line bg-raised px-2 py-1 text-12 text-ink shadow-menu data-[state=delayed-open]:animate-appear"
        >
          {text}
          {hotkey === undefined ? null : <Key>{hotkey}</Key>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
