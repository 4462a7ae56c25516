'use client'

import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { captionOf } from './pictures.ts'

type PictureViewerProps = {
  /** All pictures of the text that can be opened, in their order. */
  readonly pictures: readonly HTMLImageElement[]
  readonly first: HTMLImageElement
  readonly onClose: () => void
}

const icon = { 'aria-hidden': true, size: 22, strokeWidth: 1.75, className: 'rtl:-scale-x-100' } as const

/** A picture of a text as large as the window, with the way to its other pictures. The focus goes back to the one shown last. */
export function PictureViewer({ pictures, first, onClose }: PictureViewerProps) {
  const t = useWords('text')
  const common = useWords('common')
  const [index, setIndex] = useState(Math.max(0, pictures.indexOf(first)))
  const shown = pictures[index] ?? first
  const caption = captionOf(shown)
  const step = (by: 1 | -1) => setIndex((at) => Math.min(Math.max(at + by, 0), pictures.length - 1))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const isForward = (event.key === 'ArrowRight') !== (document.documentElement.dir === 'rtl')
    step(isForward ? 1 : -1)
  }
  const giveBack = (event: Event) => {
    event.preventDefault()
    const target = shown.closest('a') ?? shown
    target.focus()
    target.scrollIntoView({ block: 'nearest' })
  }
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Content
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          onCloseAutoFocus={giveBack}
          className="fixed inset-0 z-50 flex animate-appear flex-col bg-paper outline-none"
        >
          <div className="flex h-13 shrink-0 items-center gap-2 ps-5 pe-2.5">
            <Radix.Title className="flex-1 truncate text-13 font-[500] text-ink-3" aria-live="polite">
              {t('pictureOf', { number: index + 1, total: pictures.length })}
            </Radix.Title>
            <Radix.Close asChild>
              <Button variant="quiet" size="large" iconOnly aria-label={common('close')}>
                <X {...icon} />
              </Button>
            </Radix.Close>
          </div>
          <div className="relative flex min-h-0 flex-1 items-center justify-center px-2 sm:px-16">
            <picture className="contents">
              <img
                src={shown.currentSrc || shown.src}
                alt={shown.alt}
                referrerPolicy="no-referrer"
                className="max-h-full max-w-full rounded-2 object-contain"
              />
            </picture>
            {pictures.length === 1 ? null : (
              <>
                <Turn name={t('previousPicture')} isOff={index === 0} side="start-2" onClick={() => step(-1)}>
                  <ChevronLeft {...icon} />
                </Turn>
                <Turn
                  name={t('nextPicture')}
                  isOff={index === pictures.length - 1}
                  side="end-2"
                  onClick={() => step(1)}
                >
                  <ChevronRight {...icon} />
                </Turn>
              </>
            )}
          </div>
          <p
            dir="auto"
            className="max-h-28 min-h-13 shrink-0 overflow-y-auto px-5 py-3 text-center text-13 text-ink-2"
          >
            {caption}
          </p>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type TurnProps = {
  readonly name: string
  readonly isOff: boolean
  readonly side: 'start-2' | 'end-2'
  readonly onClick: () => void
  readonly children: ReactNode
}

/** A button that leads nowhere keeps the focus: it is said to be off, and does nothing. */
function Turn({ name, isOff, side, onClick, children }: TurnProps) {
  return (
    <Button
      size="large"
      iconOnly
      aria-label={name}
      aria-disabled={isOff}
      onClick={onClick}
      className={`absolute top-1/2 -translate-y-1/2 rounded-full ${side}`}
    >
      {children}
    </Button>
  )
}
