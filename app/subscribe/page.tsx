import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { SignedInFrame } from '#app/signed-in-frame.tsx'
import { SubscribeScreen } from '#components/sources/subscribe-screen.tsx'
import { Logo } from '#components/ui/logo.tsx'
import { findSubscriber } from '#lib/auth/require-subscriber.ts'

export const metadata: Metadata = { title: 'Subscribe' }

type SubscribePageProps = {
  readonly searchParams: Promise<{ readonly first?: string | string[]; readonly url?: string | string[] }>
}

/** `url` is looked at right away (bookmarklets use it); `first` is the second step of the first run. */
export default async function SubscribePage({ searchParams }: SubscribePageProps) {
  const { first, url } = await searchParams
  const startAddress = typeof url === 'string' ? url.slice(0, 2000) : ''
  if (first === undefined)
    return (
      <SignedInFrame>
        <SubscribeScreen startAddress={startAddress} isFirst={false} />
      </SignedInFrame>
    )
  if ((await findSubscriber(await headers())) === null) redirect('/sign-in')
  return (
    <main className="relative h-dvh overflow-y-auto">
      <div className="absolute top-9 left-10 max-sm:top-5 max-sm:left-5 xl:left-14">
        <Logo />
      </div>
      <SubscribeScreen startAddress={startAddress} isFirst />
    </main>
  )
}
