import { redirect } from 'next/navigation'
import { currentSubscriber, titled } from '#app/language.ts'
import { SignedInFrame } from '#app/signed-in-frame.tsx'
import { Words } from '#app/words.tsx'
import { SubscribeScreen } from '#components/sources/subscribe-screen.tsx'
import { Logo } from '#components/ui/logo.tsx'

export const generateMetadata = titled('sources', 'subscribe')

type SubscribePageProps = {
  readonly searchParams: Promise<{ readonly first?: string | string[]; readonly url?: string | string[] }>
}

/** `url` is looked at right away (bookmarklets use it); `first` is the second step of the first run. */
export default async function SubscribePage({ searchParams }: SubscribePageProps) {
  const { first, url } = await searchParams
  const startAddress = typeof url === 'string' ? url.slice(0, 2000) : ''
  if (first === undefined)
    return (
      <SignedInFrame areas={['sources', 'accounts']}>
        <SubscribeScreen startAddress={startAddress} isFirst={false} />
      </SignedInFrame>
    )
  if ((await currentSubscriber()) === null) redirect('/sign-in')
  return (
    <Words areas={['sources', 'accounts']}>
      <main className="relative h-dvh overflow-y-auto">
        <div className="absolute start-10 top-9 max-sm:start-5 max-sm:top-5 xl:start-14">
          <Logo />
        </div>
        <SubscribeScreen startAddress={startAddress} isFirst />
      </main>
    </Words>
  )
}
