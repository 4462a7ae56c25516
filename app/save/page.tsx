import { redirect } from 'next/navigation'
import { currentSubscriber, titled } from '#lib/pages/language.ts'
import { SignedInFrame } from '#lib/pages/signed-in-frame.tsx'
import { Words } from '#lib/pages/words.tsx'
import { SaveScreen } from '#components/sources/adding/save-screen.tsx'

export const generateMetadata = titled('sources', 'savePage')

type SavePageProps = {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

/**
 * `url`, as a bookmarklet gives it, stands in the field: it is saved by a press, since any site could lead here. The frame is here and not in
 * a layout: a layout sends strangers to sign in before this page can say where to go on.
 */
export default async function SavePage({ searchParams }: SavePageProps) {
  const { url } = await searchParams
  const address = typeof url === 'string' ? url.trim().slice(0, 2000) : ''
  if (address !== '' && (await currentSubscriber()) === null) {
    const back = `/save?${new URLSearchParams({ url: address })}`
    redirect(`/sign-in?${new URLSearchParams({ next: back })}`)
  }
  return (
    <SignedInFrame>
      <Words areas={['sources']}>
        <SaveScreen startAddress={address} />
      </Words>
    </SignedInFrame>
  )
}
