'use client'

import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '#components/ui/class-names.ts'
import { controlLook, useFieldIds } from './field.tsx'

/** The browser's own select: works with every keyboard and phone. Give options as children. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={cn('relative block', className)}>
      <select {...useFieldIds()} className={cn(controlLook, 'appearance-none pe-8')} {...rest} />
      <ChevronDown
        aria-hidden
        size={16}
        strokeWidth={1.75}
        className="pointer-events-none absolute end-2.5 top-1/2 -translate-y-1/2 text-ink-3"
      />
    </span>
  )
}
