import type { ReactNode } from 'react'
import { SettingsFrame } from '#components/settings/settings-frame.tsx'
import { Words } from '#lib/pages/words.tsx'

export default function SettingsLayout({ children }: { readonly children: ReactNode }) {
  return (
    <Words areas={['settings', 'text', 'accounts']}>
      <SettingsFrame>{children}</SettingsFrame>
    </Words>
  )
}
