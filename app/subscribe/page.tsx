import { redirect } from 'next/navigation'
import { currentSubscriber, titled } from '#lib/pages/language.ts'
import { SignedInFrame } from '#lib/pages/signed-in-frame.tsx'
import { Words } from '#lib/pages/words.tsx'
import { SubscribeScreen } from '#components/sources/adding/subscribe-screen.tsx'
import { Logo } from '#components/ui/logo.tsx'

export const generateMetadata = titled('sources', 'subscribe')

type SubscribePageProps = {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

/**
 * `url` is looked at right away: bookmarklets give it, and what shares a page with us, where some put the address into
 * `text`. `first` is the second step of the first run.
 */
export default async function SubscribePage({ searchParams }: SubscribePageProps) {
  const { first, url, text } = await searchParams
  const startAddress = addressOf(url) || addressOf(text)
  if (startAddress !== '' && (await currentSubscriber()) === null) {
    const back = `/subscribe?${new URLSearchParams({ url: startAddress })}`
    redirect(`/sign-in?${new URLSearchParams({ next: back })}`)
  }
  if (first === undefined)
    return (
      <SignedInFrame>
        <Words areas={['sources', 'discover', 'accounts']}>
          <SubscribeScreen startAddress={startAddress} isFirst={false} />
        </Words>
      </SignedInFrame>
    )
  if ((await currentSubscriber()) === null) redirect('/sign-in')
  return (
    <Words areas={['sources', 'discover', 'accounts', 'organising', 'reasons']}>
      <main className="relative h-dvh overflow-y-auto">
        <div className="absolute start-10 top-9 max-sm:start-5 max-sm:top-5 xl:start-14">
          <Logo />
        </div>
        <SubscribeScreen startAddress={startAddress} isFirst />
      </main>
    </Words>
  )
}

/** The address in what was handed over; links of the kind web+feed: are unpacked. */
function addressOf(given: string | string[] | undefined): string {
  if (typeof given !== 'string') return ''
  const text = given.trim().replace(/^web\+feed:(\/\/)?/i, 'feed://')
  return (/\b(https?:\/\/\S+)/i.exec(text)?.[1] ?? (/\s/.test(text) ? '' : text)).slice(0, 2000)
}
