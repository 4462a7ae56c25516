import * as Slot from 'radix-ui/slot'
import type { ComponentProps } from 'react'
import { cn } from '#components/ui/class-names.ts'

const variants = {
  solid: 'border-ink bg-ink text-on-ink hover:opacity-90 active:opacity-80',
  outline: 'border-line-strong bg-paper text-ink hover:border-control active:bg-ground',
  quiet: 'border-transparent text-ink-2 hover:bg-hover hover:text-ink active:bg-pressed',
  danger: 'border-broken-solid bg-paper text-broken hover:bg-broken-wash',
}

const sizes = {
  small: 'h-7 px-2.5 text-12 pointer-coarse:h-11',
  regular: 'h-8 px-3 text-13 pointer-coarse:h-11',
  large: 'h-11 px-4 text-14',
}
const iconSizes = {
  small: 'size-7 px-0 pointer-coarse:size-11',
  regular: 'size-8 px-0 pointer-coarse:size-11',
  large: 'size-11 px-0',
}

type ButtonProps = ComponentProps<'button'> & {
  readonly variant?: keyof typeof variants
  readonly size?: keyof typeof sizes
  /** Square, for one icon; give it an aria-label. */
  readonly iconOnly?: boolean
  /** Renders its only child, usually a link, with the look of a button. */
  readonly asChild?: boolean
}

/** Ink, never coloured: colour means time. Names of buttons are verbs. */
export function Button({
  variant = 'outline',
  size = 'regular',
  iconOnly = false,
  asChild = false,
  className,
  type = 'button',
  ...rest
}: ButtonProps) {
  const look = cn(
    'inline-flex shrink-0 cursor-pointer items-center justify-center gap-1.5 rounded-2 border font-[550] whitespace-nowrap',
    'transition-[opacity,background-color] duration-(--quick) disabled:cursor-default disabled:opacity-50 aria-disabled:opacity-50',
    sizes[size],
    variants[variant],
    iconOnly && iconSizes[size],
    className,
  )
  return asChild ? (
    <Slot.Root className={look} {...rest} />
  ) : (
    <button type={type} className={look} {...rest} />
  )
}
