import { Button } from '#components/ui/form/button.tsx'
import { Empty } from '#components/ui/form/empty.tsx'
import { Logo } from '#components/ui/logo.tsx'
import { titled, words } from '#lib/pages/language.ts'

export const generateMetadata = titled('common', 'notFound')

export default async function NotFound() {
  const t = await words('common')
  return (
    <main className="mx-auto max-w-[640px] px-5 pt-16">
      <h1 className="px-6">
        <Logo />
      </h1>
      <Empty
        title={t('nothingHere')}
        action={
          <Button asChild>
            {/* eslint-disable-next-line @next/next/no-html-link-for-pages -- each page would load next/link twice: for this, and where it is used */}
            <a href="/">{t('goToPostings')}</a>
          </Button>
        }
      >
        {t('nothingHereReason')}
      </Empty>
    </main>
  )
}
