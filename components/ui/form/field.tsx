'use client'

import { createContext, useContext, useId, type ComponentProps, type ReactNode } from 'react'
import { cn } from '#components/ui/class-names.ts'

type FieldIds = {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}
const FieldContext = createContext<FieldIds | null>(null)

/** Ids that tie a control to the label, hint and error of the Field around it. */
export function useFieldIds(): Partial<FieldIds> {
  return useContext(FieldContext) ?? {}
}

type FieldProps = {
  readonly label: ReactNode
  /** Said before anything can go wrong. */
  readonly hint?: ReactNode
  /** The mistake, and a right value. */
  readonly error?: ReactNode
  /** Keeps the label for screen readers only. */
  readonly labelHidden?: boolean
  readonly className?: string
  readonly children: ReactNode
}

/** Label, control, hint and error as one; the control inside (TextInput, Select) finds its ids by itself. */
export function Field({ label, hint, error, labelHidden = false, className, children }: FieldProps) {
  const id = useId()
  const isWrong = Boolean(error)
  const described = [hint ? `${id}-hint` : '', isWrong ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={cn('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'font-[550] text-ink'}>
        {label}
      </label>
      <FieldContext.Provider
        value={{ id, 'aria-describedby': described || undefined, 'aria-invalid': isWrong || undefined }}
      >
        {children}
      </FieldContext.Provider>
      {hint ? (
        <p id={`${id}-hint`} className="text-12 text-ink-3">
          {hint}
        </p>
      ) : null}
      <p id={`${id}-error`} role={isWrong ? 'alert' : undefined} className="text-12 text-broken empty:hidden">
        {error}
      </p>
    </div>
  )
}

/** The error of a form as a whole, which belongs to no single field. Hidden while there is none. */
export function FormFault({ children }: { readonly children: ReactNode }) {
  return (
    <p role="alert" className="text-broken empty:hidden">
      {children}
    </p>
  )
}

/** The look shared by everything that is typed or chosen in. */
export const controlLook = cn(
  'h-8 w-full min-w-0 rounded-2 border border-control bg-paper px-2.5 text-13 text-ink pointer-coarse:h-11 pointer-coarse:text-16',
  'placeholder:text-ink-3 disabled:opacity-50 aria-invalid:border-broken-solid',
)

/** One line of text; inside a Field it needs no id of its own. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...useFieldIds()} className={cn(controlLook, className)} {...rest} />
}
