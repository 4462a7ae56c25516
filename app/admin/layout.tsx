import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { SignedInFrame } from '#app/signed-in-frame.tsx'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { findSubscriber } from '#lib/auth/require-subscriber.ts'

/** Admins only: for everybody else these pages do not exist. The routes behind them check again. */
export default async function AdminLayout({ children }: { readonly children: ReactNode }) {
  const me = await findSubscriber(await headers())
  if (me !== null && me.role !== 'admin') notFound()
  return (
    <SignedInFrame>
      <AdminTabs />
      {children}
    </SignedInFrame>
  )
}
