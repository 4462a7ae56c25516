import type { ReactNode } from 'react'
import { SignedInFrame } from '#lib/pages/signed-in-frame.tsx'

/** One frame around all these pages: from page to page it stays as it is. */
export default function FramedLayout({ children }: { readonly children: ReactNode }) {
  return <SignedInFrame>{children}</SignedInFrame>
}
