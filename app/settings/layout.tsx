import type { ReactNode } from 'react'
import { SettingsFrame } from '#components/settings/settings-frame.tsx'
import { SignedInFrame } from '#lib/pages/signed-in-frame.tsx'

export default function SettingsLayout({ children }: { readonly children: ReactNode }) {
  return (
    <SignedInFrame areas={['settings', 'text', 'accounts']}>
      <SettingsFrame>{children}</SettingsFrame>
    </SignedInFrame>
  )
}
