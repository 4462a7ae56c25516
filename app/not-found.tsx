import Link from 'next/link'
import { Button } from '#components/ui/button.tsx'
import { Empty } from '#components/ui/empty.tsx'
import { Logo } from '#components/ui/logo.tsx'
import { titled, words } from './language.ts'

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
            <Link href="/">{t('goToPostings')}</Link>
          </Button>
        }
      >
        {t('nothingHereReason')}
      </Empty>
    </main>
  )
}
