'use client'

import { useWords } from '#lib/words/use-words.tsx'

/** The status that a server answered with, apart from the sentence before it: a publisher or an admin can be told it. */
export function HttpStatus({ status }: { readonly status: number | null }) {
  const t = useWords('common')
  if (status === null) return null
  return (
    <>
      {' '}
      <span className="ms-1 text-12 whitespace-nowrap text-ink-3">
        {t('httpStatus', { status: String(status) })}
      </span>
    </>
  )
}
