import { cn } from './class-names.ts'

/** The trace, rising into a bird. */
export function LogoMark({ size = 23, className }: { readonly size?: number; readonly className?: string }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden className={cn('shrink-0', className)}>
      <path
        d="M2.8 21c3.6-.1 5.9-1.4 7.6-3.9"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
      <circle cx="3" cy="21" r="1.9" fill="currentColor" />
      <g transform="translate(14.2 12.2) rotate(-36) scale(.285)" className="fill-fresh-solid">
        <path d="M-27 3C-16-5 3-8 15-6c4-4 11-4 14 .5l7 2.5-6.5 2.5C24 7 6 10-9 6.5l-23 4.5 7-6-9-1z" />
        <path d="M2-4C-3-21-15-33-34-37c8 8 10 14 12 20 3 8 9 13 15 15z" />
        <path d="M7-6C10-21 6-34-5-44c18 7 26 21 23 38z" opacity=".82" />
      </g>
    </svg>
  )
}

/** Mark and name. */
export function Logo({ className }: { readonly className?: string }) {
  return (
    <span className={cn('flex items-center gap-2', className)}>
      <LogoMark />
      <span className="font-text text-[17px]/6 font-[640] tracking-[-0.01em]">Skylark</span>
    </span>
  )
}
