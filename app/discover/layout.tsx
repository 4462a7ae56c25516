import type { ReactNode } from 'react'
import { SignedInFrame } from '#lib/pages/signed-in-frame.tsx'

export default function DiscoverLayout({ children }: { readonly children: ReactNode }) {
  return <SignedInFrame areas={['discover']}>{children}</SignedInFrame>
}
