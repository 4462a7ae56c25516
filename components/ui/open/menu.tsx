'use client'

import { Check } from 'lucide-react'
import * as Radix from 'radix-ui/dropdown-menu'
import type { ReactNode } from 'react'
import { cn } from '#components/ui/class-names.ts'

type MenuProps = {
  /** The button that opens it. */
  readonly trigger: ReactNode
  readonly align?: 'start' | 'center' | 'end'
  /** Opens as soon as it is there: for menus whose code comes late. */
  readonly defaultOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
  /** Gets the focus when it closes, where that is not the trigger. */
  readonly returnTo?: HTMLElement | null
  readonly children: ReactNode
}

export function Menu({
  trigger,
  align = 'end',
  defaultOpen = false,
  onOpenChange,
  returnTo,
  children,
}: MenuProps) {
  const giveBack = (event: Event) => {
    if (!returnTo) return
    event.preventDefault()
    returnTo.focus()
  }
  return (
    <Radix.Root modal={false} defaultOpen={defaultOpen} {...(onOpenChange ? { onOpenChange } : {})}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={giveBack}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto rounded-2 border border-line bg-raised p-1 shadow-menu data-[state=open]:animate-appear"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const itemLook =
  'flex h-8 cursor-pointer items-center gap-2 rounded-[4px] px-2 text-13 text-ink outline-none select-none data-disabled:opacity-50 data-highlighted:bg-pressed pointer-coarse:h-11'

type MenuItemProps = {
  readonly onSelect?: () => void
  readonly disabled?: boolean
  readonly danger?: boolean
  /** Renders its only child, usually a link. */
  readonly asChild?: boolean
  readonly children: ReactNode
}

export function MenuItem({ danger = false, ...rest }: MenuItemProps) {
  return <Radix.Item className={cn(itemLook, danger && 'text-broken')} {...rest} />
}

type MenuChoiceProps<Value extends string> = {
  readonly label: string
  readonly value: Value
  readonly options: readonly {
    readonly value: Value
    readonly label: ReactNode
    /** Its meaning, below the label. */
    readonly hint?: string
  }[]
  readonly onChange: (value: Value) => void
}

/** One of several, with a tick at the chosen one. */
export function MenuChoice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: MenuChoiceProps<Value>) {
  const choose = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen)
    if (option) onChange(option.value)
  }
  return (
    <Radix.RadioGroup value={value} onValueChange={choose} aria-label={label}>
      <Radix.Label className="px-2 pt-1.5 pb-1 text-11 font-[600] text-ink-3">{label}</Radix.Label>
      {options.map((option) => (
        <Radix.RadioItem
          key={option.value}
          value={option.value}
          className={cn(
            itemLook,
            'justify-between',
            option.hint !== undefined && 'h-auto py-1.5 pointer-coarse:h-auto',
          )}
        >
          <span className={option.hint === undefined ? 'flex items-center gap-2' : 'max-w-64'}>
            {option.label}
            {option.hint === undefined ? null : (
              <span className="block text-12 text-ink-2">{option.hint}</span>
            )}
          </span>
          <Radix.ItemIndicator>
            <Check aria-hidden size={14} strokeWidth={2} />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  )
}

export function MenuLine() {
  return <Radix.Separator className="my-1 h-px bg-line" />
}
