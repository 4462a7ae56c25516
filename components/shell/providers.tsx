'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import * as Direction from 'radix-ui/direction'
import { useState, type ReactNode } from 'react'
import { PlayerProvider } from '#components/reading/player/player-context.tsx'
import { ClockProvider } from '#components/ui/time.tsx'
import { Toasts } from '#components/ui/open/toast.tsx'
import type { ClockSetting } from '#lib/text/clock-setting.ts'
import { createQueryClient } from '#lib/queries/requests/query-client.ts'
import type { Theme } from './theme-choice.ts'
import { ThemeProvider } from './theme.tsx'

type ProvidersProps = {
  readonly theme: Theme
  /** For what reacts to arrow keys and opens at a side. */
  readonly direction: 'ltr' | 'rtl'
  readonly nowMs: number
  readonly clock: ClockSetting | null
  readonly timeZone: string
  readonly children: ReactNode
}

/** The surroundings of every page, signed in or not. */
export function Providers({ theme, direction, nowMs, clock, timeZone, children }: ProvidersProps) {
  useStyleNonce()
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      <ThemeProvider initial={theme}>
        <ClockProvider initialNowMs={nowMs} setting={clock} initialTimeZone={timeZone}>
          <Direction.Provider dir={direction}>
            <PlayerProvider>{children}</PlayerProvider>
            <Toasts />
          </Direction.Provider>
        </ClockProvider>
      </ThemeProvider>
    </QueryClientProvider>
  )
}

declare global {
  var __webpack_nonce__: string | undefined
}

/**
 * Lets what keeps the page from scrolling behind a dialog (react-style-singleton, below Radix) put its style element in
 * under the page's Content-Security-Policy: it asks this global for the nonce that all scripts of the page have.
 */
function useStyleNonce(): void {
  if (typeof document === 'undefined') return
  globalThis.__webpack_nonce__ ??= document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
}
