import Link from 'next/link'
import type { ReactNode } from 'react'
import { titled, words } from '#lib/pages/language.ts'
import { Logo } from '#components/ui/logo.tsx'
import { config } from '#lib/runtime/config.ts'
import type { MessageKey } from '#lib/words/areas.ts'

export const generateMetadata = titled('about', 'title')

// The name and address of this server are known when it runs, not when it is built.
export const dynamic = 'force-dynamic'

const behaviour = [
  'onePoll',
  'oneAtATime',
  'halves',
  'domainDown',
  'conditional',
  'retryAfter',
  'limits',
  'hubs',
  'hints',
  'takes',
  'failures',
  'learns',
] as const
const ways = ['robots', 'tellAdmin', 'answer429', 'answer410', 'refuse'] as const

/** Public: the user agent names this page, so it speaks to publishers and the people who run their servers. */
export default async function CrawlerPage() {
  const { userAgent, publicUrl, crawlerContact } = config()
  const t = await words('about')
  const sentence = (key: MessageKey<'about'>) => (
    <li key={key}>{t.rich(key, { code: (name) => <code>{name}</code> })}</li>
  )
  return (
    <main className="mx-auto max-w-[640px] px-5 pt-6 pb-16 text-14 leading-[22px]">
      <Link href="/" className="inline-flex">
        <Logo />
      </Link>
      <h1 className="mt-10 text-28 font-[640] tracking-[-0.015em]">{t('title')}</h1>
      <p className="mt-3 text-ink-2">{t('intro', { address: publicUrl })}</p>
      <Part title={t('howToKnow')}>
        <p>{t('eachRequest')}</p>
        <p
          dir="ltr"
          className="mt-2 overflow-x-auto rounded-2 border border-line bg-paper px-3 py-2 font-mono text-13"
        >
          {userAgent}
        </p>
      </Part>
      <Part title={t('howItBehaves')}>
        <ul className="list-disc space-y-1.5 ps-5">{behaviour.map(sentence)}</ul>
      </Part>
      <Part title={t('howToStop')}>
        <ul className="list-disc space-y-1.5 ps-5">{ways.map(sentence)}</ul>
      </Part>
      {crawlerContact !== null && (
        <Part title={t('contact')}>
          <p>
            {t.rich('contactReach', {
              link: () => (
                <a
                  href={crawlerContact.includes('://') ? crawlerContact : `mailto:${crawlerContact}`}
                  className="underline decoration-control underline-offset-3 hover:decoration-ink"
                >
                  {crawlerContact}
                </a>
              ),
            })}
          </p>
        </Part>
      )}
      <p className="mt-8 text-ink-2">{t('whoRuns')}</p>
    </main>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="mt-8">
      <h2 className="mb-2 text-16 font-semibold">{title}</h2>
      {children}
    </section>
  )
}
