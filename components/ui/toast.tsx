'use client'

import { toast, Toaster } from 'sonner'
import { Button } from './button.tsx'
import { Key } from './key.tsx'

type ToastAction = {
  readonly label: string
  readonly run: () => void
  /** The key that does the same; whoever shows the toast listens for it. */
  readonly hotkey?: string
}

const look =
  'flex min-h-10 w-full items-center gap-3 rounded-3 border border-line bg-raised px-3.5 py-1.5 font-ui text-13 text-ink shadow-dialog'

/** Says what was done, for 8 s, with the way back. One at a time: a new one takes the place of the last. */
export function showToast(message: string, action?: ToastAction): void {
  show(message, action, false)
}

/** Says what did not work and why; stays until it is closed. */
export function showError(message: string, action?: ToastAction): void {
  show(message, action, true)
}

function show(message: string, action: ToastAction | undefined, isError: boolean): void {
  toast.custom(
    (id) => (
      <div className={look}>
        <span className={isError ? 'flex-1 text-broken' : 'flex-1'}>{message}</span>
        {action === undefined ? null : (
          <Button
            variant="quiet"
            size="small"
            className="text-ink underline underline-offset-3"
            onClick={() => {
              toast.dismiss(id)
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
          <Button variant="quiet" size="small" onClick={() => toast.dismiss(id)}>
            Close
          </Button>
        ) : null}
      </div>
    ),
    { id: 'skylark', duration: isError ? Infinity : 8000 },
  )
}

/** The one place where toasts appear; its region is announced politely. */
export function Toasts() {
  return (
    <Toaster
      position="bottom-left"
      visibleToasts={1}
      offset={{ left: 16, bottom: 16 }}
      mobileOffset={{ left: 12, right: 12, bottom: 'calc(120px + env(safe-area-inset-bottom))' }}
      containerAriaLabel="Messages"
      toastOptions={{ className: 'w-full', unstyled: true }}
    />
  )
}
