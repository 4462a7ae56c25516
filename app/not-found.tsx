import { Button } from '#components/ui/form/button.tsx'
import { Logo } from '#components/ui/logo.tsx'
import { titled, words } from '#lib/pages/language.ts'

export const generateMetadata = titled('common', 'notFound')

export default async function NotFound() {
  const t = await words('common')
  return (
    <main className="mx-auto max-w-[560px] px-5 pt-16">
      <Logo />
      <h1 className="mt-10 text-28 font-[640] tracking-[-0.015em]">{t('nothingHere')}</h1>
      <p className="mt-2 mb-6 text-ink-2">{t('nothingHereReason')}</p>
      <Button variant="solid" asChild>
        {/* eslint-disable-next-line @next/next/no-html-link-for-pages -- each page would load next/link twice: for this, and where it is used */}
        <a href="/">{t('goToPostings')}</a>
      </Button>
    </main>
  )
}
