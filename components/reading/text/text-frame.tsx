import type { ReactNode } from 'react'

type TextFrameProps = {
  /** Over the list, also in wide windows; otherwise beside it. */
  readonly isOver: boolean
  readonly isOpen: boolean
  readonly children: ReactNode
}

/** The frame of the text: nothing beside the list, a sheet over it. */
export function TextFrame({ isOver, isOpen, children }: TextFrameProps) {
  if (!isOver) return children
  if (!isOpen) return null
  return (
    <div className="lg:absolute lg:inset-0 lg:z-20 lg:flex lg:flex-col lg:bg-paper lg:[&>section]:flex-1">
      {children}
    </div>
  )
}
