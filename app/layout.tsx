import type { Metadata, Viewport } from 'next'
import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { preload } from 'react-dom'
import { keepEarlyActs } from '#components/shell/early-acts.ts'
import { Providers } from '#components/shell/providers.tsx'
import { parseTheme } from '#components/shell/theme-choice.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { config } from '#lib/runtime/config.ts'
import { directions } from '#lib/words/languages.ts'
import { pageLanguage, words } from '#lib/pages/language.ts'
import { Words } from '#lib/pages/words.tsx'
import './globals.css'

export async function generateMetadata(): Promise<Metadata> {
  const t = await words('common')
  return {
    title: { default: 'Skylark', template: '%s · Skylark' },
    description: t('description'),
    applicationName: 'Skylark',
    appleWebApp: { title: 'Skylark', statusBarStyle: 'default' },
  }
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f5f8f9' },
    { media: '(prefers-color-scheme: dark)', color: '#10171d' },
  ],
}

/** Language, theme and the reader's time zone are known before the first drawing, so that it is the right one. */
export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  // Asked for by the first style that needs it otherwise, when the page is drawn already: its words would move.
  preload('/fonts/hanken-grotesk-latin-wght-normal.woff2', {
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous',
  })
  const jar = await cookies()
  const theme = parseTheme(jar.get('theme')?.value)
  const language = await pageLanguage()
  return (
    <html lang={language} dir={directions[language]} data-theme={theme === 'system' ? undefined : theme}>
      <body className="h-dvh">
        <script
          nonce={(await headers()).get('x-nonce') ?? undefined}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: `(${keepEarlyActs.toString()})()` }}
        />
        <Words areas={['common', 'format']}>
          <Providers
            theme={theme}
            direction={directions[language]}
            nowMs={systemClock.now()}
            clock={config().clock}
            timeZone={parseTimeZone(jar.get('timezone')?.value)}
          >
            {children}
          </Providers>
        </Words>
      </body>
    </html>
  )
}

/** The zone of the cookie where this server knows it, otherwise UTC. */
function parseTimeZone(text: string | undefined): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text ?? 'UTC' }).resolvedOptions().timeZone
  } catch (error) {
    if (error instanceof RangeError) return 'UTC'
    throw error
  }
}
