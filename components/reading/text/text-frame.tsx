'use client'

import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { useWords } from '#lib/words/use-words.tsx'

type TextFrameProps = {
  /** Over the list, also in wide windows; otherwise beside it. */
  readonly isOver: boolean
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** What the text stands in: nothing beside the list, a sheet with a way back over it. */
export function TextFrame({ isOver, isOpen, onClose, children }: TextFrameProps) {
  const t = useWords('reading')
  if (!isOver) return children
  if (!isOpen) return null
  return (
    <div className="lg:absolute lg:inset-0 lg:z-20 lg:flex lg:flex-col lg:bg-paper lg:[&>section]:flex-1">
      <div className="flex h-11 shrink-0 items-center border-b border-line px-3 max-lg:hidden">
        <Button variant="quiet" size="small" onClick={onClose}>
          <ChevronLeft aria-hidden size={16} strokeWidth={1.75} className="rtl:-scale-x-100" />
          {t('backToList')}
        </Button>
      </div>
      {children}
    </div>
  )
}
