'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import { useMe } from '#lib/queries/accounts/account.ts'

/** What an admin can do about a thing that is missing: it stands behind the sentence that says so, and others do not see it. */
export function ForAdmin({ children }: { readonly children: ReactNode }) {
  return useMe().data?.role === 'admin' ? children : null
}

type AdminLinkProps = { readonly href: string; readonly children: ReactNode }

/** A link to the admin's page where the missing thing is done. */
export function AdminLink({ href, children }: AdminLinkProps) {
  return (
    <ForAdmin>
      <Link
        href={href}
        prefetch={false}
        className="font-[550] text-ink underline decoration-control underline-offset-3 hover:decoration-ink pointer-coarse:py-3"
      >
        {children}
      </Link>
    </ForAdmin>
  )
}
