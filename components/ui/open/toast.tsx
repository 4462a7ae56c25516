'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'
import { useWords } from '#lib/words/use-words.tsx'
import { statusOfError, useErrorText } from '#components/ui/form/error-text.ts'
import { HttpStatus } from '#components/ui/http-status.tsx'
import { Button } from '#components/ui/form/button.tsx'
import { cn } from '#components/ui/class-names.ts'
import { Key } from '#components/ui/form/key.tsx'
import { isTakenKey } from '#components/ui/form/taken-key.ts'

type ToastAction = {
  readonly label: string
  readonly run: () => void
  /** The key that does the same, on whatever page, as long as it is shown. */
  readonly hotkey?: string
}
type Toast = {
  readonly message: string
  readonly action: ToastAction | undefined
  readonly isError: boolean
  /** Why it did not work. */
  readonly cause?: unknown
}

const SHOWN_MS = 8000

let current: Toast | null = null
const listeners = new Set<() => void>()

function show(toast: Toast | null): void {
  current = toast
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Says what was done, for 8 s, with the way back. One at a time: a new one takes the place of the last.
 * @returns closes it, if it is still there
 */
export function showToast(message: string, action?: ToastAction): () => void {
  const toast = { message, action, isError: false }
  show(toast)
  return () => {
    if (current === toast) show(null)
  }
}

/** Whether something that was done is told of, with the way back. */
export function isOffering(): boolean {
  return current?.action !== undefined && !current.isError
}

/** Says what did not work and why (the error that came); stays until it is closed. */
export function showError(message: string, cause?: unknown, action?: ToastAction): void {
  show({ message, action, isError: true, cause })
}

/** The one place where toasts appear, announced politely. The time stands still while one is pointed at. */
export function Toasts() {
  const t = useWords('common')
  const toast = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (toast === null || toast.isError || isHeld) return
    const timer = setTimeout(() => show(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [toast, isHeld])
  return (
    <div
      role="region"
      aria-label={t('messages')}
      aria-live="polite"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      className="fixed start-4 bottom-4 z-50 max-w-[min(480px,calc(100vw-32px))] max-sm:end-4 max-sm:bottom-[calc(120px+env(safe-area-inset-bottom))] lg:start-18 xl:start-4 xl:bottom-17"
    >
      {toast === null ? null : <ToastCard toast={toast} />}
    </div>
  )
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const { message, action, isError, cause } = toast
  const t = useWords('common')
  const errorText = useErrorText()
  useEffect(() => {
    if (action === undefined) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== action.hotkey || isTakenKey(event)) return
      event.preventDefault()
      action.run()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [action])
  return (
    <div className="flex min-h-10 animate-appear items-center gap-3 rounded-3 border border-line bg-raised px-3.5 py-1.5 text-13 shadow-dialog">
      <span className={cn('flex-1 wrap-anywhere', isError && 'text-broken')}>
        {[message, errorText(cause)].filter(Boolean).join(' ')}
        <HttpStatus status={statusOfError(cause)} />
      </span>
      {action === undefined ? null : (
        <Button
          variant="quiet"
          size="small"
          className="text-ink underline underline-offset-3"
          onClick={() => {
            show(null)
            action.run()
          }}
        >
          {action.label}
          {action.hotkey === undefined ? null : (
            <span className="pointer-coarse:hidden">
              <Key>{action.hotkey}</Key>
            </span>
          )}
        </Button>
      )}
      {isError ? (
        <Button variant="quiet" size="small" onClick={() => show(null)}>
          {t('close')}
        </Button>
      ) : null}
    </div>
  )
}
