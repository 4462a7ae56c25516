'use client'

import { useWords } from '#lib/words/use-words.tsx'

/** The version of this Skylark, and its news. */
export function ServerVersion({ version }: { readonly version: string }) {
  const t = useWords('admin')
  return (
    <p id="version" className="px-10 pb-10 text-ink-3 max-sm:px-4">
      {t('version', { version })} ·{' '}
      <a
        href="/release-notes.txt"
        className="underline decoration-control underline-offset-3 hover:decoration-ink pointer-coarse:py-3"
      >
        {t('releaseNotes')}
      </a>
    </p>
  )
}
