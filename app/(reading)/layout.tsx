import type { ReactNode } from 'react'
import { SignedInFrame } from '#lib/pages/signed-in-frame.tsx'

export default function ReadingLayout({ children }: { readonly children: ReactNode }) {
  return <SignedInFrame areas={['text', 'search']}>{children}</SignedInFrame>
}
