import { clsx, type ClassValue } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

/** Our sizes are named by their pixels, which the merger cannot guess: `text-13` is a size, `text-ink` a colour. */
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ['11', '12', '13', '14', '16', '20', '28'],
      radius: ['1', '2', '3'],
      shadow: ['menu', 'dialog'],
      font: ['ui', 'text'],
    },
  },
})

/** Joins class names; of two that set the same property the later one wins. */
export function cn(...values: readonly ClassValue[]): string {
  return merge(clsx(values))
}
