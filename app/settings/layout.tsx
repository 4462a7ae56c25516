import type { ReactNode } from 'react'
import { SignedInFrame } from '#lib/pages/signed-in-frame.tsx'

export default function SettingsLayout({ children }: { readonly children: ReactNode }) {
  return <SignedInFrame areas={['settings', 'text', 'accounts']}>{children}</SignedInFrame>
}
