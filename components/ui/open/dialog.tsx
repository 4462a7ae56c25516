'use client'

import { X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import { useState, type ReactNode, type RefObject } from 'react'
import { useWords } from '#lib/words/use-words.tsx'
import { Button } from '#components/ui/form/button.tsx'
import { cn } from '#components/ui/class-names.ts'
import { drawDown } from './draw-down.ts'

type DialogProps = {
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
  /** The button that opens it, if it is not opened from elsewhere. */
  readonly trigger?: ReactNode
  /** Gets the focus afterwards where nothing had it before, as when the address opened the dialog. */
  readonly returnTo?: RefObject<HTMLElement | null>
  readonly title: ReactNode
  readonly description?: ReactNode
  readonly children: ReactNode
  /** Buttons at the foot, the main one last. */
  readonly footer?: ReactNode
  readonly className?: string
}

const veil = 'fixed inset-0 z-40 bg-[oklch(0.15_0.02_245/0.45)] data-[state=open]:animate-appear'

/** A question or an editor over the page. Focus stays inside and goes back to where it came from. */
export function Dialog({ open, onOpenChange, trigger, className, ...content }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger ? <Radix.Trigger asChild>{trigger}</Radix.Trigger> : null}
      <Radix.Portal>
        <Radix.Overlay className={veil} />
        <Content
          {...content}
          className={cn(
            'fixed top-1/2 left-1/2 z-50 max-h-[85dvh] w-[min(560px,calc(100vw-32px))] -translate-x-1/2 -translate-y-1/2 rounded-3 data-[state=open]:animate-appear',
            className,
          )}
        />
      </Radix.Portal>
    </Radix.Root>
  )
}

type SheetDialogProps = DialogProps & {
  readonly side?: 'start' | 'bottom'
}

/** A dialog that comes in from an edge: the sidebar on narrow screens, choices on a phone. */
export function SheetDialog({
  open,
  onOpenChange,
  trigger,
  side = 'bottom',
  className,
  ...content
}: SheetDialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger ? <Radix.Trigger asChild>{trigger}</Radix.Trigger> : null}
      <Radix.Portal>
        <Radix.Overlay className={veil} />
        <Content
          {...content}
          isDrawn={side === 'bottom'}
          className={cn(
            'fixed z-50',
            side === 'start'
              ? 'inset-y-0 start-0 w-[min(300px,85vw)] data-[state=open]:animate-from-start'
              : 'inset-x-0 bottom-0 max-h-[85dvh] rounded-t-3 pb-[env(safe-area-inset-bottom)] data-[state=open]:animate-from-below',
            className,
          )}
        />
      </Radix.Portal>
    </Radix.Root>
  )
}

type ContentProps = Omit<DialogProps, 'open' | 'onOpenChange' | 'trigger'> & {
  /** From below it can be drawn away by its head. */
  readonly isDrawn?: boolean
}

function Content({
  returnTo,
  title,
  description,
  children,
  footer,
  className,
  isDrawn = false,
}: ContentProps) {
  const t = useWords('common')
  // Radix gives the focus back to a trigger alone, and most dialogs are opened without one.
  const [cameFrom] = useState(() => document.activeElement)
  const giveBack = (event: Event) => {
    const hadFocus = cameFrom instanceof HTMLElement && cameFrom !== document.body && cameFrom.isConnected
    const next = hadFocus ? cameFrom : returnTo?.current
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <Radix.Content
      onCloseAutoFocus={giveBack}
      className={cn('flex flex-col overflow-hidden bg-raised shadow-dialog', className)}
      {...(description === undefined ? { 'aria-describedby': undefined } : {})}
    >
      <div
        {...(isDrawn ? { onPointerDown: drawDown } : {})}
        className={cn('flex items-start gap-3 px-5 pt-3 pb-2', isDrawn && 'relative touch-none')}
      >
        {isDrawn ? (
          <span
            aria-hidden
            className="absolute top-1.5 left-1/2 h-1 w-9 -translate-x-1/2 rounded-full bg-line-strong"
          />
        ) : null}
        <div className="min-w-0 flex-1 pt-1 pointer-coarse:pt-2.5">
          <Radix.Title className="text-16 font-[600]">{title}</Radix.Title>
          {description === undefined ? null : (
            <Radix.Description className="mt-0.5 text-13 text-ink-2">{description}</Radix.Description>
          )}
        </div>
        <Radix.Close asChild>
          <Button data-closes variant="quiet" iconOnly aria-label={t('close')} className="-me-2">
            <X aria-hidden size={16} strokeWidth={1.75} />
          </Button>
        </Radix.Close>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>
      {footer ? <div className="flex justify-end gap-2 border-t border-line px-5 py-3">{footer}</div> : null}
    </Radix.Content>
  )
}

/** Closes the dialog around it; its child is the button. */
export function DialogClose({ children }: { readonly children: ReactNode }) {
  return <Radix.Close asChild>{children}</Radix.Close>
}
