import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { currentSubscriber } from '#app/language.ts'
import { SignedInFrame } from '#app/signed-in-frame.tsx'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { PauseBanner } from '#components/admin/pause-banner.tsx'

/** Admins only: for everybody else these pages do not exist. The routes behind them check again. */
export default async function AdminLayout({ children }: { readonly children: ReactNode }) {
  const me = await currentSubscriber()
  if (me !== null && me.role !== 'admin') notFound()
  return (
    <SignedInFrame areas={['admin', 'sources']}>
      <AdminTabs />
      <PauseBanner />
      {children}
    </SignedInFrame>
  )
}
