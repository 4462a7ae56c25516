'use client'

import type { ComponentProps } from 'react'
import { cn } from '#components/ui/class-names.ts'
import { controlLook, useFieldIds } from './field.tsx'

/** Several lines of text; inside a Field it needs no id of its own. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...useFieldIds()}
      className={cn(controlLook, 'h-40 resize-y py-2 leading-5', className)}
      {...rest}
    />
  )
}
