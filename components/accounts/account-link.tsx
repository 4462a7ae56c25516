import Link from 'next/link'
import type { ReactNode } from 'react'

/** A link within the pages of signing in. */
export function AccountLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Link href={href} className="underline decoration-control underline-offset-3 hover:decoration-ink">
      {children}
    </Link>
  )
}
