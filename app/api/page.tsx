import Link from 'next/link'
import { titled, words } from '#lib/pages/language.ts'
import { Words } from '#lib/pages/words.tsx'
import { ApiExplorer } from '#components/api/api-explorer.tsx'
import { Logo } from '#components/ui/logo.tsx'
import { operationRows } from '#lib/api/openapi/openapi-rows.ts'

export const generateMetadata = titled('api', 'title')

/** Public, as its description is: whoever writes a program reads it before there is a token. */
export default async function ApiPage() {
  const t = await words('api')
  return (
    <Words areas={['api']}>
      <div className="h-dvh overflow-y-auto">
        <main className="mx-auto max-w-[860px] px-5 pt-6 pb-16 text-14 leading-[22px]">
          <Link href="/" className="inline-flex">
            <Logo />
          </Link>
          <h1 className="mt-10 text-28 font-[640] tracking-[-0.015em]">{t('title')}</h1>
          <p className="mt-3 text-ink-2">
            {t.rich('intro', {
              address: (text) => (
                <a href="/api/v1/openapi.json" className="underline">
                  {text}
                </a>
              ),
            })}
          </p>
          <p className="mt-2 text-ink-2">
            {t.rich('introTokens', { header: (text) => <code dir="ltr">{text}</code> })}
          </p>
          <ApiExplorer rows={operationRows()} />
        </main>
      </div>
    </Words>
  )
}
