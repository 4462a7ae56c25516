'use client'

import { cloneElement, Suspense, useState, type ReactElement, type ReactNode } from 'react'

type TriggerProps = {
  readonly onClick?: () => void
  readonly 'aria-haspopup'?: 'menu' | 'dialog'
  readonly 'aria-expanded'?: boolean
}

type OpenLaterProps = {
  readonly trigger: ReactElement<TriggerProps>
  /** The lazy component that the trigger opens; it starts open. */
  readonly children: ReactNode
}

/** A menu whose code is fetched when it is first opened: most visits open none. Until then there is only its button. */
export function OpenLater({ trigger, children }: OpenLaterProps) {
  const [isWanted, setWanted] = useState(false)
  const waiting = cloneElement(trigger, {
    onClick: () => setWanted(true),
    'aria-haspopup': 'menu',
    'aria-expanded': false,
  })
  return isWanted ? <Suspense fallback={trigger}>{children}</Suspense> : waiting
}
